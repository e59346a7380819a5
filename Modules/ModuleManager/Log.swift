/// Where a module tells what it does. A message below the level is not even composed.
public struct Log: Sendable {
  /// How much a message matters.
  public enum Level: Int, Sendable, Comparable, CaseIterable {
    /// What only its author wants to know.
    case debug
    /// What happens in the normal course.
    case info
    /// What went wrong and was mended.
    case warning
    /// What went wrong.
    case error
    /// Beyond every message: nothing is told.
    case off

    /// Orders the levels by how much they matter.
    public static func < (lower: Level, higher: Level) -> Bool { lower.rawValue < higher.rawValue }
  }

  /// Tells nothing.
  public static let silent = Log(level: .off) { _, _ in }

  /// The lowest level that is told.
  public let level: Level
  private let write: @Sendable (Level, String) -> Void

  /// A log that hands every message of `level` or more to `write`.
  public init(level: Level, write: @escaping @Sendable (Level, String) -> Void) {
    self.level = level
    self.write = write
  }

  /// Tells a message of the level `debug`.
  public func debug(_ message: @autoclosure () -> String) { tell(.debug, message) }
  /// Tells a message of the level `info`.
  public func info(_ message: @autoclosure () -> String) { tell(.info, message) }
  /// Tells a message of the level `warning`.
  public func warning(_ message: @autoclosure () -> String) { tell(.warning, message) }
  /// Tells a message of the level `error`.
  public func error(_ message: @autoclosure () -> String) { tell(.error, message) }

  private func tell(_ level: Level, _ message: () -> String) {
    if level >= self.level { write(level, message()) }
  }
}
