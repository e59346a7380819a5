public import Foundation
public import Mediator
public import Platform

/// Everything that the host gives to a module. A test can pass other values.
public struct ModuleContext: Sendable {
  /// The mediator, through which the module calls other modules.
  public let mediator: Mediator
  /// Where the module's own data folder is; the module creates it before its first write.
  public let folder: URL
  /// The module's own data folder, for writing.
  public var dataFolder: DataFolder { DataFolder(folder) }
  /// Returns the current date.
  public let now: @Sendable () -> Date
  /// The clock for the module's timers and pauses: that of the module manager.
  public internal(set) var clock: any Clock<Duration> = ContinuousClock()
  /// The module's own settings.
  public let configuration: Parameters
  /// The module's own log.
  public let log: Log
  /// The app that consists of the modules.
  public let app: AppDescription
  /// All modules of the host, set by the module manager. A module reads the contributions of others
  /// from them.
  public internal(set) var modules: [ModuleDescriptor] = []

  /// Stores events for durable followers; set by the module manager, nil outside one.
  public internal(set) var durableEvents: DurableEvents?

  /// Creates a context; without settings and with a silent log unless given. The folder of an app
  /// that is not given is that above the folder of the module.
  public init(
    mediator: Mediator, folder: URL, now: @escaping @Sendable () -> Date = { Date() },
    configuration: Parameters = [:], log: Log = .silent, app: AppDescription? = nil
  ) {
    self.mediator = mediator
    self.folder = folder
    self.now = now
    self.configuration = configuration
    self.log = log
    self.app =
      app
      ?? AppDescription(
        name: "app", summary: "", version: "0", folder: folder.deletingLastPathComponent())
  }
}

/// An app as its modules see it.
public struct AppDescription: Sendable, Hashable {
  /// The name in lower case, which is also the name of the command.
  public let name: String
  /// What the app is, in a few words.
  public let summary: String
  /// The version, such as `0.2.0`.
  public let version: String
  /// The data folder, which contains those of the modules.
  public let folder: URL
  /// The file in which a person configures the app, which need not exist.
  public let configurationFile: URL

  /// Describes an app.
  /// - Parameter configurationFile: The file in which a person configures the app; nil for
  ///   `config.json` in the data folder.
  public init(
    name: String, summary: String, version: String, folder: URL, configurationFile: URL? = nil
  ) {
    self.configurationFile = configurationFile ?? folder.appending(path: "config.json")
    self.name = name
    self.summary = summary
    self.version = version
    self.folder = folder
  }
}

/// A module's log. The text of a message below the log's level is never computed.
public struct Log: Sendable {
  /// How important a message is.
  public enum Level: Int, Sendable, Comparable, CaseIterable {
    /// Details for the module's author.
    case debug
    /// A normal event.
    case info
    /// A problem that the module solved itself.
    case warning
    /// A failure.
    case error
    /// Above every message: a log of this level writes nothing.
    case off

    /// Orders the levels by importance.
    public static func < (lower: Level, higher: Level) -> Bool { lower.rawValue < higher.rawValue }
  }

  /// A log that writes nothing.
  public static let silent = Log(level: .off) { _, _ in }

  /// The lowest level that is written.
  public let level: Level
  private let write: @Sendable (Level, String) -> Void

  /// Creates a log that passes every message of `level` or above to `write`.
  public init(level: Level, write: @escaping @Sendable (Level, String) -> Void) {
    self.level = level
    self.write = write
  }

  /// Logs a detail for the module's author.
  public func debug(_ message: @autoclosure () -> String) { log(.debug, message) }
  /// Logs a normal event.
  public func info(_ message: @autoclosure () -> String) { log(.info, message) }
  /// Logs a problem that the module solved itself.
  public func warning(_ message: @autoclosure () -> String) { log(.warning, message) }
  /// Logs a failure.
  public func error(_ message: @autoclosure () -> String) { log(.error, message) }

  private func log(_ level: Level, _ message: () -> String) {
    if level >= self.level { write(level, message()) }
  }
}
