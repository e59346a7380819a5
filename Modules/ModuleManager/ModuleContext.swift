public import Foundation
public import Mediator

/// All that a module gets from its host, so that a test can give it something else.
public struct ModuleContext: Sendable {
  /// The way to all other modules.
  public let mediator: Mediator
  /// The module's own data folder; the module creates it when it first writes there.
  public let folder: URL
  /// The clock.
  public let now: @Sendable () -> Date
  /// The module's own settings.
  public let configuration: Parameters
  /// The module's own log.
  public let log: Log
  /// Every module of the host, by whose types whoever takes contributions gathers them; set by the
  /// module manager.
  public internal(set) var modules: [any Module.Type] = []

  /// A context without settings, in which nothing is told, unless they are given.
  public init(
    mediator: Mediator, folder: URL, now: @escaping @Sendable () -> Date = { Date() },
    configuration: Parameters = [:], log: Log = .silent
  ) {
    self.mediator = mediator
    self.folder = folder
    self.now = now
    self.configuration = configuration
    self.log = log
  }
}
