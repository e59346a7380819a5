import Foundation
import Mediator

/// The configuration file: a JSON object, in which objects group keys with a common beginning and
/// lists stand for texts with commas.
///
/// ```json
/// {"log": "info", "disable": ["share"], "deadlines": {"stop": 2}, "bookmarks": {"history-length": 50}}
/// ```
enum ConfigurationFile {
  /// What the file says, by full key, in the order of the keys.
  static func values(in file: URL) throws(ConfigurationError) -> [(key: String, value: String)] {
    func unreadable(_ reason: String) -> ConfigurationError {
      .unreadable(file.path, reason: reason)
    }
    let data: Data
    do { data = try Data(contentsOf: file) } catch { throw unreadable(error.reason) }
    guard let json = try? JSONDecoder().decode(JSONTree.self, from: data) else {
      throw unreadable("it is not JSON of texts and numbers")
    }
    guard case .object = json else { throw unreadable("it is not a JSON object") }
    return json.values(under: "").sorted { $0.key < $1.key }
  }
}

extension JSONTree {
  fileprivate func values(under key: String) -> [(key: String, value: String)] {
    guard case .object(let members) = self else { return [(key, text)] }
    return members.flatMap { name, value in
      value.values(under: key.isEmpty ? name : "\(key).\(name)")
    }
  }

  private var text: String {
    switch self {
    case .text(let text): text
    case .list(let elements): elements.map(\.text).joined(separator: ",")
    case .object(let members): members.values.map(\.text).joined(separator: ",")
    }
  }
}
