import Foundation

/// Divides bytes that arrive in pieces into lines. A line that is too long is skipped; only its
/// beginning is reported, as soon as the line is longer than the limit.
package struct LineSplitter {
  /// Receives a line, or the beginning of one that is too long and is therefore not whole. The
  /// bytes are valid until it returns.
  package typealias LineHandler = (_ line: UnsafeRawBufferPointer, _ isWhole: Bool) -> Void

  /// The maximum length of a line in bytes.
  let limit: Int
  /// How much of a line that is too long is reported.
  let reportedLength: Int
  /// The bytes of the line whose end has not arrived.
  private var partial: [UInt8] = []
  /// Whether the partial line is too long, so that its bytes are discarded.
  private var isSkipping: Bool { skippedCount > 0 }
  /// How many bytes the partial line has so far if it is too long; otherwise 0.
  private(set) var skippedCount = 0

  /// - Parameter limit: The maximum length of a line in bytes.
  package init(limit: Int) {
    self.limit = limit
    reportedLength = min(limit, 4096)
  }

  /// Calls `body` with each line that these bytes complete, without its end.
  package mutating func append(_ bytes: UnsafeRawBufferPointer, _ body: LineHandler) {
    _ = append(bytes, while: { true }, body)
  }

  /// Calls `body` with each line that these bytes complete, until `mayContinue` returns false after
  /// one.
  /// - Returns: How many bytes are left.
  mutating func append(
    _ bytes: UnsafeRawBufferPointer, while mayContinue: () -> Bool,
    _ body: LineHandler
  ) -> Int {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      guard let end = memchr(start, Int32(UInt8(ascii: "\n")), rest.count) else {
        store(rest, body)
        return 0
      }
      let count = UnsafeRawPointer(end) - start
      complete(with: UnsafeRawBufferPointer(rebasing: rest.prefix(count)), body)
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count + 1))
      if !mayContinue() { break }
    }
    return rest.count
  }

  /// Calls `body` with the last line, which has no end.
  package mutating func finish(_ body: LineHandler) {
    complete(with: UnsafeRawBufferPointer(start: nil, count: 0), body)
  }

  private mutating func store(_ bytes: UnsafeRawBufferPointer, _ body: LineHandler) {
    guard !isSkipping else {
      skippedCount += bytes.count
      return
    }
    guard partial.count + bytes.count <= limit else {
      skippedCount = partial.count + bytes.count
      partial.append(contentsOf: bytes.prefix(max(0, reportedLength - partial.count)))
      partial.prefix(reportedLength).withUnsafeBytes { body($0, false) }
      partial = []
      return
    }
    partial.append(contentsOf: bytes)
  }

  private mutating func complete(with end: UnsafeRawBufferPointer, _ body: LineHandler) {
    // Most lines arrive in one piece, and need no copy.
    if partial.isEmpty, !isSkipping, end.count <= limit {
      if !end.isEmpty { body(end, true) }
      return
    }
    store(end, body)
    if !isSkipping { partial.withUnsafeBytes { body($0, true) } }
    partial = []
    skippedCount = 0
  }
}
