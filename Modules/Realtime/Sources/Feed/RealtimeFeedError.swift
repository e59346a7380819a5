/// Why a file in the format GTFS Realtime cannot be used.
enum RealtimeFeedError: Error, Equatable {
  /// The bytes are something else.
  case notProtobuf(OtherFormat)
  /// The bytes end inside a field; `offset` is the number of bytes before that field.
  case truncated(offset: Int)
  /// The bytes from `offset` on break a rule of protocol buffers.
  case malformed(ProtobufRule, offset: Int)
  /// A field has another type than the format says.
  case wrongType(field: String, offset: Int)
  /// A number does not fit into the type that the format says.
  case outOfRange(field: String, offset: Int)
  /// A field that the format requires for the whole file is missing.
  case missing(field: String)
  /// The file has a version other than 1 and 2.
  case unsupportedVersion(String)
  /// The file has only the changes since the previous one.
  case differential
  /// The file has more than `limit` bytes, entities, or elements of entities.
  case tooLarge(Unit, limit: Int)

  /// What the limits of a file count.
  enum Unit: String, Sendable {
    case bytes, entities
    case elements = "elements of entities"
  }
}

/// What servers send in the place of a protocol buffer.
enum OtherFormat: String, CaseIterable, Sendable {
  case nothing = "is empty"
  case markup = "looks like a web page"
  case json = "looks like JSON"
  case gzip = "looks like a gzip file"
  case zip = "looks like a zip archive"
  case text = "looks like a text"

  /// The format that the first bytes look like; nil if they look like none of these.
  init?(_ bytes: [UInt8]) {
    let start = bytes.prefix(64)
    guard !start.isEmpty else {
      self = .nothing
      return
    }
    // The header of a real file begins with a line feed, and has control characters.
    guard start.allSatisfy({ $0 >= 0x20 || Self.spaces.contains($0) }) else {
      switch Array(start.prefix(4)) {
      case [0x50, 0x4B, 0x03, 0x04]: self = .zip
      case let first where first.starts(with: [0x1F, 0x8B]): self = .gzip
      default: return nil
      }
      return
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]  // the byte order mark of texts
    let text = start.dropFirst(start.starts(with: mark) ? 3 : 0)
    switch text.first(where: { !Self.spaces.contains($0) }) {
    case UInt8(ascii: "<"): self = .markup
    case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
    default:
      guard start.allSatisfy({ $0 < 0x7F }) else { return nil }
      self = .text
    }
  }

  private static let spaces = [UInt8(ascii: " "), 0x09, 0x0A, 0x0D]
}

/// A rule of the wire format that a file can break.
///
/// Source: https://protobuf.dev/programming-guides/encoding/
enum ProtobufRule: String, CaseIterable, Sendable {
  case varint = "a number has more than 64 bits"
  case fieldNumber = "a field number is not between 1 and 536870911"
  case wireType = "a field has an unknown type"
  case length = "a field is longer than the message that it is in"
  case group = "a group has a beginning or an end only"
  case depth = "groups are nested too deeply"
}

extension RealtimeFeedError: CustomStringConvertible {
  var description: String {
    switch self {
    case .notProtobuf(let format):
      "the file \(format.rawValue); expected a protocol buffer in the format GTFS Realtime"
    case .truncated(let offset):
      "the file ends inside the field at byte \(offset); download it again"
    case .malformed(let rule, let offset):
      "the file is no protocol buffer: at byte \(offset), \(rule.rawValue)"
    case .wrongType(let field, let offset):
      "the file is not in the format GTFS Realtime: '\(field)' at byte \(offset) has another type"
    case .outOfRange(let field, let offset):
      "the file is not in the format GTFS Realtime: '\(field)' at byte \(offset) is too large a number"
    case .missing(let field):
      "the file is not in the format GTFS Realtime: '\(field)' is missing"
    case .unsupportedVersion(let version):
      "the file has the version '\(version.prefix(20))' of GTFS Realtime; expected 1 or 2"
    case .differential:
      "the file has only the changes since the previous one; only full data sets are understood"
    case .tooLarge(let unit, let limit):
      "the file has more than \(limit) \(unit.rawValue)"
    }
  }
}
