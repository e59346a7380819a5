import CZlib

/// Unpacks the content of a member from its beginning to its end.
struct MemberUnpacker {
  private let member: Archive.Member
  private let packed: ByteSource
  /// Nil for a member that is stored without compression.
  private let inflater: Inflater?
  /// The number of bytes that were not unpacked yet.
  private(set) var remaining: Int
  private var checksum: UInt32 = 0

  init(_ member: Archive.Member, packed: ByteSource) throws(FeedRejection) {
    self.member = member
    self.packed = packed
    remaining = member.size
    inflater = member.method == 0 ? nil : try Inflater(packed, of: member)
    guard inflater != nil || packed.count == member.size else { throw .wrongSize(member) }
  }

  /// Fills `memory`, which must not be larger than the remaining content, with the next bytes.
  /// - Throws: `FeedRejection` when the content is damaged. Its size and checksum are checked at
  ///   the end.
  mutating func read(into memory: UnsafeMutableRawBufferPointer) throws(FeedRejection) {
    if let inflater {
      try inflater.read(into: memory)
    } else {
      try packed.read(into: memory, from: member.size - remaining)
    }
    checksum = Bytes.checksum(of: UnsafeRawBufferPointer(memory), after: checksum)
    remaining -= memory.count
    if remaining == 0 {
      try inflater?.finish()
      guard Int(checksum) == member.checksum else { throw .wrongChecksum(member) }
    }
  }
}

/// A stream of deflated bytes.
private final class Inflater {
  private let member: Archive.Member
  private let packed: ByteSource
  /// The part of `packed` that zlib reads, and the position of the next part.
  private var input: Bytes?
  private var position = 0
  /// zlib's stream, which must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  init(_ packed: ByteSource, of member: Archive.Member) throws(FeedRejection) {
    self.packed = packed
    self.member = member
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let opened = inflateInit2_(
      stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard opened == Z_OK else { throw FeedRejection("'\(member.name)' cannot be unpacked") }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Fills `memory` with the next bytes.
  func read(into memory: UnsafeMutableRawBufferPointer) throws(FeedRejection) {
    guard !memory.isEmpty else { return }
    guard try inflate(into: memory).count == memory.count else { throw .wrongSize(member) }
  }

  /// Checks that the content ends here.
  func finish() throws(FeedRejection) {
    // The end may be found only in an attempt to read one more byte.
    var surplus: UInt8 = 0
    let (count, isAtEnd) = try withUnsafeMutableBytes(of: &surplus) {
      memory throws(FeedRejection) in try inflate(into: memory)
    }
    guard count == 0, isAtEnd, stream.pointee.avail_in == 0, position == packed.count else {
      throw .wrongSize(member)
    }
  }

  /// Returns the number of bytes that were written to `memory`, and whether the content ends there.
  private func inflate(
    into memory: UnsafeMutableRawBufferPointer
  ) throws(FeedRejection) -> (count: Int, isAtEnd: Bool) {
    guard let size = UInt32(exactly: memory.count) else { throw .wrongSize(member) }
    stream.pointee.next_out = memory.assumingMemoryBound(to: UInt8.self).baseAddress
    stream.pointee.avail_out = size
    var result = Z_OK
    while stream.pointee.avail_out > 0, result != Z_STREAM_END {
      if stream.pointee.avail_in == 0 { try readInput() }
      result = CZlib.inflate(stream, Z_SYNC_FLUSH)
      guard result == Z_STREAM_END || result == Z_BUF_ERROR || result == Z_OK else {
        throw FeedRejection("'\(member.name)' is damaged and cannot be unpacked; download it again")
      }
      guard result == Z_OK, stream.pointee.avail_in > 0 || position < packed.count else { break }
    }
    return (memory.count - Int(stream.pointee.avail_out), result == Z_STREAM_END)
  }

  private func readInput() throws(FeedRejection) {
    guard let part = try packed.part(from: position), let count = UInt32(exactly: part.count) else {
      return
    }
    position += part.count
    input = part
    // zlib only reads the input, although its type says otherwise. `input` retains it.
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: part.memory.assumingMemoryBound(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = count
  }
}

extension FeedRejection {
  fileprivate static func wrongSize(_ member: Archive.Member) -> FeedRejection {
    FeedRejection(
      "'\(member.name)' does not have the size in the archive's directory; download it again")
  }

  fileprivate static func wrongChecksum(_ member: Archive.Member) -> FeedRejection {
    FeedRejection("'\(member.name)' is damaged: its checksum differs; download it again")
  }
}
