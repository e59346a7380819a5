import Platform

/// The content of a file in consecutive parts, each of which ends at the end of a line.
///
/// Each part is unpacked on another thread while the caller reads the one before it.
final class LineReader {
  /// A part of a file. It ends after a line feed unless it is the last part.
  struct Part: Sendable {
    let bytes: Bytes
    let isLast: Bool
    /// The position of the first byte that is not part of a text.
    let firstInvalidByte: Int?

    init(_ bytes: Bytes, isLast: Bool) {
      self.bytes = bytes
      self.isLast = isLast
      firstInvalidByte = bytes.firstInvalidByte
    }
  }

  /// The size of the file in bytes.
  let size: Int
  private var nextPart: Prefetched<Result<Part, FeedRejection>>
  private let unpacker: Lock<LineUnpacker>?

  /// Creates a reader of a whole file, which is one part.
  init(_ file: Bytes) {
    size = file.count
    nextPart = Prefetched { .success(Part(file, isLast: true)) }
    unpacker = nil
  }

  init(_ member: sending MemberUnpacker, size: Int, partSize: Int) {
    self.size = size
    let unpacker = Lock(LineUnpacker(member, partSize: partSize))
    self.unpacker = unpacker
    nextPart = Prefetched { unpacker.nextPart }
  }

  /// Returns the next part. Nothing must be read after the last part.
  func next() throws(FeedRejection) -> Part {
    let part = try nextPart.value.get()
    if !part.isLast, let unpacker { nextPart = Prefetched { unpacker.nextPart } }
    return part
  }

  /// Returns the next part with `rest` before it: the end of the previous one.
  func next(after rest: Bytes) throws(FeedRejection) -> Part {
    guard rest.count > 0 else { return try next() }
    var parts = [Part(rest, isLast: false)]
    var count = rest.count
    // The size at least doubles, so a value that spans many parts is copied only a few times.
    while count < rest.count * 2, parts.last?.isLast != true {
      let part = try next()
      count += part.bytes.count
      parts.append(part)
    }
    let buffer = Buffer(count: count)
    var position = 0
    for part in parts {
      UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(buffer.content)[position...]
      )
      .copyMemory(from: part.bytes.memory)
      position += part.bytes.count
    }
    return Part(buffer.bytes, isLast: parts.last?.isLast ?? true)
  }
}

/// Unpacks a file in parts that end at the end of a line.
private struct LineUnpacker {
  private let partSize: Int
  private var unpacker: MemberUnpacker
  /// The beginning of a line whose end was not unpacked yet.
  private var rest: [UInt8] = []

  init(_ unpacker: sending MemberUnpacker, partSize: Int) {
    self.unpacker = unpacker
    self.partSize = partSize
  }

  mutating func next() throws(FeedRejection) -> LineReader.Part {
    while true {
      // At least twice as much as the rest, so that a long line is copied only a few times.
      let buffer = Buffer(count: rest.count + min(max(partSize, rest.count), unpacker.remaining))
      let memory = UnsafeMutableRawBufferPointer(buffer.content)
      memory.copyBytes(from: rest)
      try unpacker.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[rest.count...]))
      let lineFeed = buffer.content.lastIndex(of: .lineFeed)
      let end = unpacker.remaining == 0 ? buffer.count : lineFeed.map { $0 + 1 } ?? 0
      rest = Array(buffer.content[end...])
      guard end > 0 || unpacker.remaining == 0 else { continue }
      buffer.shrink(to: end)
      return LineReader.Part(buffer.bytes, isLast: unpacker.remaining == 0)
    }
  }
}

extension Lock<LineUnpacker> {
  fileprivate var nextPart: Result<LineReader.Part, FeedRejection> {
    withLock { unpacker in
      Result { () throws(FeedRejection) in try unpacker.next() }
    }
  }
}
