import Foundation

/// A call by which a process changed files below a folder, as the shim recorded it.
struct RecordedCall: Sendable {
  /// The groups of calls that the shim counts.
  enum Kind: String, CaseIterable, Sendable {
    case open, write, sync, rename, link, unlink, mkdir, rmdir, truncate, close, map
  }

  let kind: Kind
  /// The result of the call; a negative number is that of an error.
  let result: Int
  /// For `open`, 1 if the file was created and 2 if it was truncated; for `write`, the offset; for
  /// `truncate`, the new length.
  let detail: Int
  /// The inode of the open file.
  let inode: UInt64
  /// The bytes that were written.
  let bytes: [UInt8]
  /// Whether the shim changed the call.
  let isFaulty: Bool
  /// The path below the folder.
  let path: String
  /// The new path below the folder, for `rename` and `link`.
  let target: String

  /// Reads a record; `faults.c` describes its format.
  static func calls(in record: Data) throws -> [RecordedCall] {
    var rest = record[...]
    var calls: [RecordedCall] = []
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let fields = String(decoding: rest[..<end], as: UTF8.self)
        .split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 8, let kind = Kind(rawValue: fields[0]), let result = Int(fields[1]),
        let detail = Int(fields[2]), let inode = UInt64(fields[3]), let count = Int(fields[4])
      else { throw CocoaError(.fileReadCorruptFile) }
      let bytes = rest[(end + 1)...].prefix(count)
      calls.append(
        RecordedCall(
          kind: kind, result: result, detail: detail, inode: inode, bytes: Array(bytes),
          isFaulty: fields[5] == "1", path: fields[6], target: fields[7]))
      rest = rest[bytes.endIndex...]
    }
    return calls
  }
}
