/// A zip archive. `init` reads the directory; files are read when they are unpacked.
///
/// Every number in the archive is checked before it is used, and nothing is written to disk.
/// Source: PKWARE, "APPNOTE.TXT, .ZIP File Format Specification", version 6.3.10.
struct Archive {
  /// The files and folders in the order of the directory.
  let members: [Member]
  /// The archive and any bytes before it.
  let bytes: ByteSource
  /// The archive and any bytes after it.
  let content: ByteSource
  /// The number of bytes after the archive.
  let suffixSize: Int
  let limits: FeedLimits

  /// Reads the directory of the archive in `bytes`.
  init(_ bytes: ByteSource, limits: FeedLimits = FeedLimits()) throws(FeedRejection) {
    let end = try EndOfCentralDirectory(of: bytes)
    guard let directory = try bytes.part(from: end.directory, count: end.directorySize),
      let content = bytes.slice(from: end.prefixSize, count: bytes.count - end.prefixSize)
    else { throw .damagedDirectory }
    var members: [Member] = []
    var position = 0
    while position < directory.count {
      let member = try Member(at: &position, of: directory, prefixSize: end.prefixSize)
      guard !member.name.leavesFolder else {
        throw FeedRejection(
          "the archive has a file outside its folder, '\(member.name)'; create the archive again")
      }
      members.append(member)
    }
    guard members.count == end.entries else { throw .damagedDirectory }
    try Self.checkOverlaps(of: members, before: end.directory)
    self.members = members
    self.bytes = bytes
    self.content = content
    suffixSize = end.suffixSize
    self.limits = limits
  }

  /// Reads the directory of an archive in memory.
  init(_ bytes: Bytes, limits: FeedLimits = FeedLimits()) throws(FeedRejection) {
    try self.init(ByteSource(bytes), limits: limits)
  }

  /// Rejects an archive in which two members, or a member and the directory, share bytes.
  ///
  /// Such an archive unpacks to far more than its members' sizes let expect, or contains another
  /// file for programs that read it from its beginning.
  /// Source: D. Fifield, "A better zip bomb", WOOT 2019.
  private static func checkOverlaps(
    of members: [Member], before directory: Int
  ) throws(FeedRejection) {
    var end = 0
    for member in members.sorted(by: { $0.header < $1.header }) {
      guard member.header >= end else {
        throw FeedRejection(
          "the archive's files overlap, at '\(member.name)'; create the archive again")
      }
      guard let next = member.minimumEnd, next <= directory else { throw .wrongPosition(member) }
      end = next
    }
  }

  /// The number of bytes to which all files together may unpack: more for a larger archive.
  var budget: Int { limits.bytes(ofArchive: content.count) }
}

extension Archive {
  /// A file or folder, as the directory describes it.
  struct Member {
    let name: String
    /// The name as the archive has it.
    let rawName: Bytes
    let method: Int
    let isEncrypted: Bool
    /// Whether the sizes and the checksum follow the content, so that the local header may lack
    /// them.
    let hasDescriptor: Bool
    /// Whether the member is a symbolic link, whose content is the path of another file.
    let isLink: Bool
    let checksum: Int
    let packedSize: Int
    let size: Int
    /// The position of the member's local header in `bytes`.
    let header: Int

    /// Reads the directory entry at `position`, and advances `position` to the next entry.
    /// - Parameter prefixSize: The number of bytes before the archive; positions in the directory
    ///   exclude them.
    init(at position: inout Int, of directory: Bytes, prefixSize: Int) throws(FeedRejection) {
      let start = position
      func uint16(_ offset: Int) -> Int? { directory.number(UInt16.self, at: start + offset) }
      func uint32(_ offset: Int) -> Int? { directory.number(UInt32.self, at: start + offset) }
      guard uint32(0) == 0x0201_4B50, let flags = uint16(8), let method = uint16(10),
        let checksum = uint32(16), let packedSize = uint32(20), let size = uint32(24),
        let nameSize = uint16(28), let extraSize = uint16(30), let commentSize = uint16(32),
        let mode = uint16(40),
        let header = uint32(42), let name = directory.part(from: start + 46, count: nameSize),
        let extra = directory.part(from: start + 46 + nameSize, count: extraSize)
      else { throw .damagedDirectory }
      var zip64 = try Zip64Field(in: extra)
      self.name = name.text
      rawName = name
      isLink = mode & 0xF000 == 0xA000
      self.method = method
      isEncrypted = flags & 0x41 != 0
      hasDescriptor = flags & 8 != 0
      self.checksum = checksum
      self.size = try zip64.value(for: size)
      self.packedSize = try zip64.value(for: packedSize)
      let (shifted, overflows) = try zip64.value(for: header)
        .addingReportingOverflow(prefixSize)
      guard !overflows else { throw .damagedDirectory }
      self.header = shifted
      position = start + 46 + nameSize + extraSize + commentSize
    }

    /// The names of the folders that contain the member, then its own name.
    var path: [Substring] { name.pathComponents.filter { $0 != "." } }

    /// The end of the member's content if its local header has no extra fields; nil when it does
    /// not fit into an `Int`.
    fileprivate var minimumEnd: Int? {
      let (size, isTooLarge) = packedSize.addingReportingOverflow(30 + rawName.count)
      let (end, overflows) = header.addingReportingOverflow(size)
      return isTooLarge || overflows ? nil : end
    }

    var isFolder: Bool { ["/", "\\"].contains(name.unicodeScalars.last) }
  }
}

/// The zip64 extra field of a member: the numbers that need more than 32 bits, in the order in
/// which the member needs them.
private struct Zip64Field {
  private var numbers: [Int] = []

  /// Finds the field among the extra fields of a member.
  init(in extra: Bytes) throws(FeedRejection) {
    var position = 0
    while position + 4 <= extra.count {
      guard let kind = extra.number(UInt16.self, at: position),
        let size = extra.number(UInt16.self, at: position + 2),
        let field = extra.part(from: position + 4, count: size)
      else { throw .damagedDirectory }
      if kind == 1 {
        numbers = stride(from: 0, to: size - 7, by: 8).reversed().compactMap {
          field.number(UInt64.self, at: $0)
        }
      }
      position += 4 + size
    }
  }

  /// Returns `number`, or the next number of the field when `number` is the placeholder for it.
  mutating func value(for number: Int) throws(FeedRejection) -> Int {
    guard number == 0xFFFF_FFFF else { return number }
    guard let large = numbers.popLast() else { throw .damagedDirectory }
    return large
  }
}

extension String {
  /// The names between slashes or backslashes.
  fileprivate var pathComponents: [Substring] {
    utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.map(Substring.init)
  }

  /// Whether the path may point outside the folder that contains it.
  var leavesFolder: Bool {
    let isAbsolute =
      ["/", "\\"].contains(unicodeScalars.first)
      || pathComponents.first?.unicodeScalars.last == ":"
    return isAbsolute || pathComponents.contains("..")
  }
}

extension FeedRejection {
  static func wrongPosition(_ member: Archive.Member) -> FeedRejection {
    FeedRejection(
      "the archive's directory has a wrong position for '\(member.name)'; download it again")
  }

  static let damagedDirectory = FeedRejection(
    "the archive's directory is damaged; download it again")
}
