public import Foundation
import Mediator

/// A module that reacts when the host returns to the foreground.
public protocol ForegroundHandler: ModuleLifecycle {
  /// Resumes what the module paused in the background, or publishes that what it has shown is out
  /// of date.
  func willEnterForeground() async throws
}

/// A module that reacts when the host goes to the background.
public protocol BackgroundHandler: ModuleLifecycle {
  /// Saves what must not be lost, and releases memory whose content can be computed or loaded
  /// again; the system may suspend the host afterwards.
  func didEnterBackground() async throws
}

/// A module that reacts when memory is low.
public protocol MemoryWarningHandler: ModuleLifecycle {
  /// Releases memory whose content can be computed or loaded again.
  func didReceiveMemoryWarning() async throws
}

/// A module that receives notifications from outside the process. The first one starts it, unless
/// it is described by values.
public protocol NotificationHandler: ModuleLifecycle {
  /// Handles the notification, if it is one that the module knows.
  func didReceive(_ notification: RemoteNotification) async throws
}

/// A message from a server or the system, received outside the mediator.
public struct RemoteNotification: Sendable, Hashable {
  /// The content, as JSON.
  public let payload: Data

  /// Creates a notification.
  public init(payload: Data) {
    self.payload = payload
  }

  /// Decodes the parameters in a payload of the form `{"method": …, "params": …}`; nil for another
  /// method, or another form.
  public func parameters<Value: Decodable>(_ type: Value.Type, of method: String) -> Value? {
    guard (try? JSON.decode(Method.self, from: payload))?.method == method else { return nil }
    return (try? JSON.decode(Parameters<Value>.self, from: payload))?.params
  }

  private struct Method: Decodable { let method: String }

  private struct Parameters<Value: Decodable>: Decodable { let params: Value }
}

/// The lifecycle hooks of a module, in the order of its life.
public enum Hook: Int, Sendable, CaseIterable {
  /// Creating, registering and starting the module.
  case start
  /// The end of `run` after its task was cancelled.
  case run
  /// `ForegroundHandler.willEnterForeground`.
  case willEnterForeground
  /// `BackgroundHandler.didEnterBackground`.
  case didEnterBackground
  /// `MemoryWarningHandler.didReceiveMemoryWarning`.
  case didReceiveMemoryWarning
  /// `NotificationHandler.didReceive`.
  case didReceive
  /// `ModuleLifecycle.stop`.
  case stop
}

/// The results of one hook in all modules that implement it.
///
/// The modules are called in start order (for `stop`, in reverse), one after the other, and an
/// error does not prevent the next call.
public struct HookReport: Sendable, Hashable {
  /// One call of the hook.
  public struct Call: Sendable, Hashable {
    /// How a call ended.
    public enum Outcome: Sendable, Hashable {
      /// It returned.
      case returned
      /// It threw an error, given as text.
      case failed(String)
      /// It did not return before its deadline, and its task was cancelled.
      case abandoned
    }

    /// The module's name.
    public let module: String
    /// The hook that was called.
    public let hook: Hook
    /// How long the call took, accurate to one tick of the system's clock, at most 10 ms.
    public let took: Duration
    /// How the call ended.
    public let outcome: Outcome
  }

  /// All calls, in order.
  public let calls: [Call]

  /// The calls that failed or were abandoned.
  public var failures: [Call] {
    calls.filter { $0.outcome != .returned }
  }
}
