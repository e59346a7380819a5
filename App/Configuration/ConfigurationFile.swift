import Foundation

/// The configuration file: a JSON object, in which objects group keys with a common beginning and
/// lists stand for texts with commas.
///
/// ```json
/// {"log": "info", "disable": ["share"], "deadlines": {"stop": 2}, "bookmarks": {"history-length": 50}}
/// ```
enum ConfigurationFile {
  /// What the file says, by full key, in the order of the keys.
  static func values(in file: URL) throws -> [(key: String, value: String)] {
    do {
      let json = try JSONDecoder().decode(Value.self, from: try Data(contentsOf: file))
      guard case .object = json else { throw NotAnObject() }
      return json.flattened(under: "").sorted { $0.key < $1.key }
    } catch is DecodingError {
      throw ConfigurationError.unreadable(file.path, reason: "it is not JSON of texts and numbers")
    } catch is NotAnObject {
      throw ConfigurationError.unreadable(file.path, reason: "it is not a JSON object")
    } catch {
      throw ConfigurationError.unreadable(file.path, reason: "it is not there or not readable")
    }
  }

  private struct NotAnObject: Error {}

  private indirect enum Value: Decodable {
    case object([String: Value])
    case list([Value])
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let object = try? container.decode([String: Value].self) {
        self = .object(object)
      } else if let list = try? container.decode([Value].self) {
        self = .list(list)
      } else if let flag = try? container.decode(Bool.self) {
        self = .text("\(flag)")
      } else if let number = try? container.decode(Int.self) {
        self = .text("\(number)")
      } else if let number = try? container.decode(Double.self) {
        self = .text("\(number)")
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    var text: String {
      switch self {
      case .object(let values): values.values.map(\.text).joined(separator: ",")
      case .list(let values): values.map(\.text).joined(separator: ",")
      case .text(let text): text
      }
    }

    func flattened(under key: String) -> [(key: String, value: String)] {
      guard case .object(let values) = self else { return [(key, text)] }
      return values.flatMap { name, value in
        value.flattened(under: key.isEmpty ? name : "\(key).\(name)")
      }
    }
  }
}
