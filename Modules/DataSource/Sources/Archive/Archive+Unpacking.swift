import CZlib

extension Archive {
  /// The content of a member, checked against its size and checksum.
  /// - Parameter budget: How many bytes may still be unpacked; reduced by the member's size.
  /// What is not packed stays where it is.
  func unpack(_ member: Member, budget: inout Int) throws(Refusal) -> Bytes {
    try check(member, budget: budget)
    budget -= member.size
    let packed = try packedBytes(of: member)
    let content =
      member.method == 0 ? packed : try inflate(packed, of: member).bytes
    guard content.count == member.size else { throw .wrongSize(member) }
    guard Int(content.checksum) == member.checksum else {
      throw Refusal("'\(member.name)' is damaged: its checksum differs; download it again")
    }
    guard !member.isLink || !content.text.leavesFolder else {
      throw Refusal(
        "'\(member.name)' is a link to a file outside the archive; pack the file itself")
    }
    return content
  }

  /// Refuses what cannot or should not be unpacked, before any memory is taken for it.
  private func check(_ member: Member, budget: Int) throws(Refusal) {
    guard !member.isEncrypted else {
      throw Refusal("'\(member.name)' is encrypted; pack it without a password")
    }
    guard member.method == 0 || member.method == 8 else {
      throw Refusal(
        "'\(member.name)' is packed by method \(member.method); pack it with deflate")
    }
    guard member.size <= budget else {
      throw Refusal(
        "'\(member.name)' would unpack to \(member.size >> 20) MB, more than an archive of its size"
          + " may; expected the feed of one city")
    }
  }

  private func packedBytes(of member: Member) throws(Refusal) -> Bytes {
    guard bytes.number(UInt32.self, at: member.header) == 0x0403_4B50,
      let nameSize = bytes.number(UInt16.self, at: member.header + 26),
      let extraSize = bytes.number(UInt16.self, at: member.header + 28),
      let packed = bytes.part(
        from: member.header + 30 + nameSize + extraSize, count: member.packedSize)
    else { throw Refusal("'\(member.name)' is not where the archive says; download it again") }
    return packed
  }

  private func inflate(_ packed: Bytes, of member: Member) throws(Refusal) -> Buffer {
    let content = Buffer(count: member.size + 1)  // One more, to notice when there is more.
    guard let packedCount = UInt32(exactly: packed.count),
      let contentCount = UInt32(exactly: content.count)
    else { throw .wrongSize(member) }
    var stream = z_stream()
    let opened = inflateInit2_(
      &stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard opened == Z_OK else { throw Refusal("'\(member.name)' cannot be unpacked") }
    defer { inflateEnd(&stream) }
    stream.next_in = UnsafeMutablePointer(
      mutating: packed.memory.assumingMemoryBound(to: UInt8.self).baseAddress)
    stream.avail_in = packedCount
    stream.next_out = content.content.baseAddress
    stream.avail_out = contentCount
    let result = CZlib.inflate(&stream, Z_FINISH)
    guard result == Z_STREAM_END || result == Z_BUF_ERROR || result == Z_OK else {
      throw Refusal("'\(member.name)' is damaged and cannot be unpacked; download it again")
    }
    guard result == Z_STREAM_END, Int(stream.total_out) == member.size, stream.avail_in == 0 else {
      throw .wrongSize(member)
    }
    content.shrink(to: member.size)
    return content
  }
}

extension Refusal {
  fileprivate static func wrongSize(_ member: Archive.Member) -> Refusal {
    Refusal("'\(member.name)' is not as long as the archive says; download it again")
  }
}
