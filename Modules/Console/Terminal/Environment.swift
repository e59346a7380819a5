import Foundation

/// The variables that whoever began the process has set.
///
/// The process's own are read one by one: to collect all of them takes longer than to print a page of
/// help.
public struct Environment: Sendable {
  /// That of the process.
  public static let process = Environment(values: nil)

  private let values: [String: String]?

  /// Every variable.
  public var all: [String: String] { values ?? ProcessInfo.processInfo.environment }

  /// The value of a variable; nil where it is not set.
  public subscript(name: String) -> String? {
    guard let values else { return getenv(name).map { String(cString: $0) } }
    return values[name]
  }

  private init(values: [String: String]?) {
    self.values = values
  }

  /// An environment of these variables only.
  public init(_ variables: [String: String]) {
    values = variables
  }
}

extension Environment: ExpressibleByDictionaryLiteral {
  /// An environment of these variables only; of two values, the last one counts.
  public init(dictionaryLiteral elements: (String, String)...) {
    values = Dictionary(elements) { $1 }
  }
}
