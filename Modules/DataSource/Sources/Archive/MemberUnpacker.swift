import CZlib

/// Unpacks the content of a member from its beginning to its end.
struct MemberUnpacker {
  private let member: Archive.Member
  private let packed: Bytes
  /// Nil for a member that is stored without compression.
  private let inflater: Inflater?
  /// The number of bytes that were not unpacked yet.
  private(set) var remaining: Int
  private var checksum: UInt32 = 0

  init(_ member: Archive.Member, packed: Bytes) throws(FeedRejection) {
    self.member = member
    self.packed = packed
    remaining = member.size
    inflater = member.method == 0 ? nil : try Inflater(packed, of: member)
    guard inflater != nil || packed.count == member.size else { throw .wrongSize(member) }
  }

  /// Fills `memory`, which must not be larger than the remaining content, with the next bytes.
  /// - Throws: `FeedRejection` when the content is damaged. Its size and checksum are checked at the
  ///   end.
  mutating func read(into memory: UnsafeMutableRawBufferPointer) throws(FeedRejection) {
    if let inflater {
      try inflater.read(into: memory)
    } else {
      let start = member.size - remaining
      memory.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: packed.memory[start..<start + memory.count]))
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
  private let packed: Bytes
  /// zlib's stream, which must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  init(_ packed: Bytes, of member: Archive.Member) throws(FeedRejection) {
    guard let packedCount = UInt32(exactly: packed.count) else { throw .wrongSize(member) }
    self.packed = packed
    self.member = member
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // zlib only reads the input, although its type says otherwise. `packed` outlives the stream.
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: packed.memory.assumingMemoryBound(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = packedCount
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
    guard count == 0, isAtEnd, stream.pointee.avail_in == 0 else { throw .wrongSize(member) }
  }

  /// Returns the number of bytes that were written to `memory`, and whether the content ends there.
  private func inflate(
    into memory: UnsafeMutableRawBufferPointer
  ) throws(FeedRejection) -> (count: Int, isAtEnd: Bool) {
    guard let size = UInt32(exactly: memory.count) else { throw .wrongSize(member) }
    stream.pointee.next_out = memory.assumingMemoryBound(to: UInt8.self).baseAddress
    stream.pointee.avail_out = size
    let result = CZlib.inflate(stream, Z_SYNC_FLUSH)
    guard result == Z_STREAM_END || result == Z_BUF_ERROR || result == Z_OK else {
      throw FeedRejection("'\(member.name)' is damaged and cannot be unpacked; download it again")
    }
    return (memory.count - Int(stream.pointee.avail_out), result == Z_STREAM_END)
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
