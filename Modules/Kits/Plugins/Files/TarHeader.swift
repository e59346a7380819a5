import Platform

/// The header of an entry of a tar archive: a block of 512 bytes.
///
/// Source: POSIX.1-2017, pax, "ustar Interchange Format". GNU tar adds entries for long names.
struct TarHeader {
  /// The size of a header, and of the pieces to which contents are filled up, in bytes.
  static let blockSize = 512
  /// How the keys of records about a file with holes begin.
  static let sparsePrefix = "GNU.sparse."
  /// The keys of the records that replace a part of the next header.
  private static let keys = ["path", "linkpath", "size"]

  /// What the entry is.
  enum Kind {
    case file, folder, link
    /// Records that replace parts of the next header.
    case records
    /// Records for all headers, such as the commit of `git archive`.
    case globalRecords
    /// The content is the name of the next entry.
    case longName
    /// The content is the target of the next entry, a link.
    case longTarget
    /// What a plug-in cannot contain, with words for it.
    case other(String)
  }

  let kind: Kind
  /// The path without its end, in any encoding.
  let name: [UInt8]
  /// The target of a link, in any encoding.
  let target: [UInt8]
  /// The size of the content in bytes.
  let size: Int
  /// Whether its owner may execute the file.
  let isExecutable: Bool

  /// - Returns: nil if the checksum is wrong, or a number is none.
  init?(_ block: [UInt8]) {
    func text(_ range: Range<Int>) -> [UInt8] { Array(block[range].prefix { $0 != 0 }) }
    func number(_ range: Range<Int>) -> Int? {
      let digits = block[range].drop { $0 == UInt8(ascii: " ") }
        .prefix { $0 != 0 && $0 != UInt8(ascii: " ") }
      return digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self), radix: 8)
    }
    let checksum = 148..<156
    let sum = block.indices.reduce(0) {
      $0 + (checksum.contains($1) ? Int(UInt8(ascii: " ")) : Int(block[$1]))
    }
    guard number(checksum) == sum, let size = number(124..<136), size >= 0,
      let mode = number(100..<108)
    else { return nil }
    self.size = size
    isExecutable = mode & 0o100 != 0
    let prefix = block[257..<263].elementsEqual("ustar\0".utf8) ? text(345..<500) : []
    name = prefix.isEmpty ? text(0..<100) : prefix + [UInt8(ascii: "/")] + text(0..<100)
    target = text(157..<257)
    kind =
      switch Unicode.Scalar(block[156]) {
      // Old archives mark a folder by the end of its name.
      case "0", "\0", "7": name.last == UInt8(ascii: "/") ? .folder : .file
      case "5": .folder
      case "2": .link
      case "x": .records
      case "g": .globalRecords
      case "L": .longName
      case "K": .longTarget
      case "1": .other("a hard link; pack it with 'tar --hard-dereference'")
      case "3", "4": .other("a device; pack it without")
      case "6": .other("a pipe; pack it without")
      case "S": .other("a file with holes; pack it without 'tar --sparse'")
      case _: .other("an entry of another program; pack it with 'tar'")
      }
  }

  /// Reads records such as `12 path=a/b` and a line feed, where the number is the length in bytes.
  /// - Returns: The values by their keys, without those that change nothing; nil if a record is
  ///   damaged.
  static func records(_ bytes: [UInt8]) -> [String: [UInt8]]? {
    var records: [String: [UInt8]] = [:]
    var rest = bytes[...]
    while !rest.isEmpty {
      let digits = rest.prefix(while: \.isDigit)
      guard digits.count <= 6, let length = Int(String(decoding: digits, as: UTF8.self)),
        length > digits.count + 2, length <= rest.count
      else { return nil }
      let record = rest.prefix(length).dropFirst(digits.count)
      guard record.first == UInt8(ascii: " "), record.last == UInt8(ascii: "\n"),
        let sign = record.firstIndex(of: UInt8(ascii: "="))
      else { return nil }
      let key = String(decoding: record[(record.startIndex + 1)..<sign], as: UTF8.self)
      if keys.contains(key) || key.hasPrefix(sparsePrefix) {
        records[key] = Array(record[(sign + 1)...].dropLast())
      }
      rest = rest.dropFirst(length)
    }
    return records
  }
}
