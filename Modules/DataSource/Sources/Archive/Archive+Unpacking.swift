import CZlib

extension Archive {
  /// Checks the size and the checksum of a member, and returns its content. The content of an
  /// uncompressed member is not copied.
  /// - Parameter budget: The number of bytes that may still be unpacked; reduced by the member's
  ///   size.
  func unpack(_ member: Member, budget: inout Int) throws(FeedRejection) -> Bytes {
    try check(member, budget: budget)
    budget -= member.size
    let packed = try packedBytes(of: member)
    let content =
      member.method == 0 ? packed : try inflate(packed, of: member).bytes
    guard content.count == member.size else { throw .wrongSize(member) }
    guard Int(content.checksum) == member.checksum else {
      throw FeedRejection("'\(member.name)' is damaged: its checksum differs; download it again")
    }
    guard !member.isLink || !content.text.leavesFolder else {
      throw FeedRejection(
        "'\(member.name)' is a link to a file outside the archive; pack the file itself")
    }
    return content
  }

  /// Rejects a member that cannot or should not be unpacked, before any memory is allocated for it.
  private func check(_ member: Member, budget: Int) throws(FeedRejection) {
    guard !member.isEncrypted else {
      throw FeedRejection("'\(member.name)' is encrypted; pack it without a password")
    }
    guard member.method == 0 || member.method == 8 else {
      throw FeedRejection(
        "'\(member.name)' is packed by method \(member.method); pack it with deflate")
    }
    guard member.size <= budget else {
      throw FeedRejection(
        "'\(member.name)' would unpack to \(member.size >> 20) MB, which is too much for its packed"
          + " size; expected the feed of one city")
    }
  }

  /// Returns the content as it is packed, after a local header that agrees with the directory:
  /// programs that read the archive from its beginning see only the local headers.
  private func packedBytes(of member: Member) throws(FeedRejection) -> Bytes {
    func uint16(_ offset: Int) -> Int? { bytes.number(UInt16.self, at: member.header + offset) }
    func uint32(_ offset: Int) -> Int? { bytes.number(UInt32.self, at: member.header + offset) }
    guard uint32(0) == 0x0403_4B50, let nameSize = uint16(26), let extraSize = uint16(28),
      let name = bytes.part(from: member.header + 30, count: nameSize),
      let packed = bytes.part(
        from: member.header + 30 + nameSize + extraSize, count: member.packedSize)
    else { throw .wrongPosition(member) }
    /// Whether a number is that of the directory, or is given elsewhere.
    func agrees(_ number: Int?, _ expected: Int) -> Bool {
      number == expected || number == 0xFFFF_FFFF || member.hasDescriptor && number == 0
    }
    guard name.hasSameContent(as: member.rawName), uint16(8) == member.method,
      agrees(uint32(14), member.checksum), agrees(uint32(18), member.packedSize),
      agrees(uint32(22), member.size)
    else {
      throw FeedRejection(
        "the archive describes '\(member.name)' in two different ways; create the archive again")
    }
    return packed
  }

  private func inflate(_ packed: Bytes, of member: Member) throws(FeedRejection) -> Buffer {
    // One byte more than expected, to detect content that is too long.
    let content = Buffer(count: member.size + 1)
    guard let packedCount = UInt32(exactly: packed.count),
      let contentCount = UInt32(exactly: content.count)
    else { throw .wrongSize(member) }
    var stream = z_stream()
    let opened = inflateInit2_(
      &stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard opened == Z_OK else { throw FeedRejection("'\(member.name)' cannot be unpacked") }
    defer { inflateEnd(&stream) }
    // zlib only reads the input, although its type says otherwise. `packed` and `content` outlive
    // the stream.
    stream.next_in = UnsafeMutablePointer(
      mutating: packed.memory.assumingMemoryBound(to: UInt8.self).baseAddress)
    stream.avail_in = packedCount
    stream.next_out = content.content.baseAddress
    stream.avail_out = contentCount
    let result = CZlib.inflate(&stream, Z_FINISH)
    guard result == Z_STREAM_END || result == Z_BUF_ERROR || result == Z_OK else {
      throw FeedRejection("'\(member.name)' is damaged and cannot be unpacked; download it again")
    }
    guard result == Z_STREAM_END, Int(stream.total_out) == member.size, stream.avail_in == 0 else {
      throw .wrongSize(member)
    }
    content.shrink(to: member.size)
    return content
  }
}

extension FeedRejection {
  fileprivate static func wrongSize(_ member: Archive.Member) -> FeedRejection {
    FeedRejection(
      "'\(member.name)' does not have the size in the archive's directory; download it again")
  }
}
