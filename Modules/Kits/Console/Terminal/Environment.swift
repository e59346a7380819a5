import Foundation

/// The environment variables of the process, or given ones instead.
///
/// The variables of the process are read one by one, because collecting all of them takes longer
/// than printing a page of help.
public struct Environment: Sendable {
  /// The environment of the process.
  public static let process = Environment(values: nil)

  private let values: [String: String]?

  /// All variables.
  public var all: [String: String] { values ?? ProcessInfo.processInfo.environment }

  /// The value of a variable; nil if it is not set.
  public subscript(name: String) -> String? {
    guard let values else { return getenv(name).map { String(cString: $0) } }
    return values[name]
  }

  private init(values: [String: String]?) {
    self.values = values
  }

  /// Creates an environment with only these variables.
  public init(_ variables: [String: String]) {
    values = variables
  }
}

extension Environment: ExpressibleByDictionaryLiteral {
  /// Creates an environment with only these variables. If a name is repeated, its last value is
  /// used.
  public init(dictionaryLiteral elements: (String, String)...) {
    values = Dictionary(elements) { $1 }
  }
}
