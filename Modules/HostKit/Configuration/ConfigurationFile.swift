import Foundation
import Mediator

/// Reads the configuration file: a JSON object whose nested objects group keys with a common
/// prefix, and whose lists become comma-separated texts.
///
/// ```json
/// {"log": "info", "disable": ["orders"], "deadlines": {"stop": 2}, "products": {"page-size": 50}}
/// ```
enum ConfigurationFile {
  /// Returns the values of the file with their full keys, sorted by key.
  static func values(in file: URL) throws(ConfigurationError) -> [(key: String, value: String)] {
    func unreadable(_ reason: String) -> ConfigurationError {
      .unreadable(file.path, reason: reason)
    }
    let data: Data
    do { data = try Data(contentsOf: file) } catch { throw unreadable(error.systemReason) }
    guard let json = try? JSON.decode(JSONValue.self, from: data) else {
      throw unreadable("it is not JSON")
    }
    guard case .object = json else { throw unreadable("it is not a JSON object") }
    guard !json.containsNull else { throw unreadable("it has a null in it") }
    return json.values(under: "").sorted { $0.key < $1.key }
  }
}

extension JSONValue {
  fileprivate func values(under key: String) -> [(key: String, value: String)] {
    guard case .object(let members) = self else { return [(key, text)] }
    return members.flatMap { name, value in
      value.values(under: key.isEmpty ? name : "\(key).\(name)")
    }
  }

  fileprivate var containsNull: Bool {
    switch self {
    case .null: true
    case .list(let elements): elements.contains { $0.containsNull }
    case .object(let members): members.values.contains { $0.containsNull }
    case .boolean, .integer, .number, .text: false
    }
  }

  private var text: String {
    switch self {
    case .null: ""
    case .boolean(let boolean): "\(boolean)"
    case .integer(let integer): "\(integer)"
    case .number(let number): "\(number)"
    case .text(let text): text
    case .list(let elements): elements.map(\.text).joined(separator: ",")
    case .object(let members): members.values.map(\.text).joined(separator: ",")
    }
  }
}
