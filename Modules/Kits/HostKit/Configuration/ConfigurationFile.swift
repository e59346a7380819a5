import Foundation
import Mediator
import Platform

/// Reads the configuration file: a JSON object whose nested objects group keys with a common
/// prefix, and whose lists become comma-separated texts.
///
/// ```json
/// {"log": "info", "disable": ["orders"], "deadlines": {"stop": 2}, "products": {"page-size": 50}}
/// ```
struct ConfigurationFile {
  /// The maximum size in bytes.
  static let maximumSize = 1 << 20

  /// The values with their full keys, sorted by key.
  let values: [(key: String, value: String)]
  /// The full keys of objects without members, which set nothing.
  let emptyGroups: [String]

  /// Reads a file.
  /// - Throws: `ConfigurationError.unreadable` when it is not a regular file, has more bytes than
  ///   `maximumSize`, is not UTF-8, sets a key twice or does not contain such an object.
  init(_ file: URL) throws(ConfigurationError) {
    func unreadable(_ reason: String) -> ConfigurationError {
      .unreadable(file.path, reason: reason)
    }
    var data: Data
    do {
      data = try FileHandle.reading(file.path).read(upToCount: Self.maximumSize + 1) ?? Data()
    } catch POSIXError.EINVAL {
      throw unreadable("it is not a regular file")
    } catch {
      throw unreadable(error.systemReason)
    }
    guard data.count <= Self.maximumSize else {
      throw unreadable("it has more than \(Self.maximumSize) bytes")
    }
    // The decoder would also accept UTF-16 and UTF-32, whose JSON contains zero bytes.
    guard !data.contains(0), String(validating: data, as: UTF8.self) != nil else {
      throw unreadable("it is not UTF-8 text")
    }
    let byteOrderMark = Data([0xEF, 0xBB, 0xBF])
    if data.starts(with: byteOrderMark) { data = Data(data.dropFirst(byteOrderMark.count)) }
    guard StreamSafeText.isSafe(json: data) else { throw unreadable(StreamSafeText.reason) }
    let json: JSONValue
    do { json = try JSON.decode(JSONValue.self, from: data) } catch {
      throw unreadable("it is not JSON of at most 64 levels")
    }
    guard case .object(let members) = json else { throw unreadable("it is not a JSON object") }
    if let key = data.repeatedKey {
      throw unreadable("it has '\(key.shownSetting)' twice in one object")
    }
    let leaves = members.flatMap { $1.leaves(under: $0) }.sorted { $0.key < $1.key }
    if let (one, _) = zip(leaves, leaves.dropFirst()).first(where: { $0.key == $1.key }) {
      throw unreadable("it has '\(one.key.shownSetting)' twice")
    }
    var values: [(key: String, value: String)] = []
    var emptyGroups: [String] = []
    for (key, value) in leaves {
      if case .object = value {
        emptyGroups.append(key)
      } else if let text = value.text {
        values.append((key, text))
      } else {
        throw unreadable(
          "'\(key.shownSetting)' is neither a text, a number, a boolean nor a list of these")
      }
    }
    self.values = values
    self.emptyGroups = emptyGroups
  }
}

extension JSONValue {
  /// The values that are not objects with members, with their full keys.
  fileprivate func leaves(under key: String) -> [(key: String, value: JSONValue)] {
    guard case .object(let members) = self, !members.isEmpty else { return [(key, self)] }
    return members.flatMap { $1.leaves(under: "\(key).\($0)") }
  }

  /// The value as text, a list with commas; nil for null, objects, and lists of lists.
  fileprivate var text: String? {
    switch self {
    case .null, .object: return nil
    case .boolean(let boolean): return "\(boolean)"
    case .integer(let integer): return "\(integer)"
    case .number(let number): return "\(number)"
    case .text(let text): return text
    case .list(let elements):
      let texts = elements.compactMap { element -> String? in
        if case .list = element { return nil }
        return element.text
      }
      return texts.count == elements.count ? texts.joined(separator: ",") : nil
    }
  }
}

extension Data {
  /// A key that an object of this JSON, which must be valid UTF-8, has twice; nil if there is none.
  /// A decoder would use one of the values, and not say which.
  fileprivate var repeatedKey: String? {
    /// The keys of each object that is open; nil for a list.
    var open: [Set<String>?] = []
    var start: Index?
    var isEscaped = false
    /// The last text, which is a key if a colon follows.
    var text = self[..<startIndex]
    for (index, byte) in zip(indices, self) {
      if let begin = start {
        if byte == UInt8(ascii: "\""), !isEscaped {
          text = self[begin...index]
          start = nil
        }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): start = index
      case UInt8(ascii: "{"): open.append([])
      case UInt8(ascii: "["): open.append(nil)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
      case UInt8(ascii: ":"):
        guard let key = try? JSON.decode(String.self, from: Data(text)), !open.isEmpty else {
          break
        }
        if open[open.count - 1]?.insert(key).inserted == false { return key }
      default: break
      }
    }
    return nil
  }
}
