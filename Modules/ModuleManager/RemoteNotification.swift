public import Foundation

/// What a server or the system tells the host from outside the process.
public struct RemoteNotification: Sendable, Hashable {
  /// The target of the module it is for, such as `news`; nil when it is for whoever takes it.
  public let target: String?
  /// What it tells, as JSON.
  public let payload: Data

  /// A notification for the module of a target, or else for whoever takes it.
  public init(target: String? = nil, payload: Data) {
    self.target = target
    self.payload = payload
  }
}
