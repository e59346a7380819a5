extension Archive {
  /// Checks the size and the checksum of a member, and returns its content.
  /// - Parameter budget: The number of bytes that may still be unpacked; reduced by the member's
  ///   size.
  func unpack(_ member: Member, budget: inout Int) throws(FeedRejection) -> Bytes {
    try check(member, budget: budget)
    budget -= member.size
    let packed = try packedBytes(of: member)
    var unpacker = try MemberUnpacker(member, packed: packed)
    let content = Buffer(count: member.size)
    try unpacker.read(into: UnsafeMutableRawBufferPointer(content.content))
    guard !member.isLink || !content.bytes.text.leavesFolder else {
      throw FeedRejection(
        "'\(member.name)' is a link to a file outside the archive; pack the file itself")
    }
    return content.bytes
  }

  /// Returns a reader of a member's content, which checks its size and checksum at the end.
  /// - Parameters:
  ///   - partSize: The number of bytes that are unpacked at once.
  ///   - budget: As in `unpack`.
  func lines(
    of member: Member, partSize: Int, budget: inout Int
  ) throws(FeedRejection) -> LineReader {
    // The target of a link is short, and is checked before anything else.
    guard !member.isLink else { return LineReader(try unpack(member, budget: &budget)) }
    try check(member, budget: budget)
    budget -= member.size
    return LineReader(
      try MemberUnpacker(member, packed: packedBytes(of: member)), size: member.size,
      partSize: partSize)
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
  private func packedBytes(of member: Member) throws(FeedRejection) -> ByteSource {
    guard let header = try bytes.part(from: member.header, count: 30),
      header.number(UInt32.self, at: 0) == 0x0403_4B50,
      let nameSize = header.number(UInt16.self, at: 26),
      let extraSize = header.number(UInt16.self, at: 28),
      let name = try bytes.part(from: member.header + 30, count: nameSize),
      let packed = bytes.slice(
        from: member.header + 30 + nameSize + extraSize, count: member.packedSize)
    else { throw .wrongPosition(member) }
    func uint32(_ offset: Int) -> Int? { header.number(UInt32.self, at: offset) }
    /// Whether a number is that of the directory, or is given elsewhere.
    func agrees(_ number: Int?, _ expected: Int) -> Bool {
      number == expected || number == 0xFFFF_FFFF || member.hasDescriptor && number == 0
    }
    guard name.hasSameContent(as: member.rawName),
      header.number(UInt16.self, at: 8) == member.method,
      agrees(uint32(14), member.checksum), agrees(uint32(18), member.packedSize),
      agrees(uint32(22), member.size)
    else {
      throw FeedRejection(
        "the archive describes '\(member.name)' in two different ways; create the archive again")
    }
    return packed
  }
}
