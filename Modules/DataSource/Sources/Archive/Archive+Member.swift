extension Archive {
  /// A file or folder as the archive's directory describes it.
  struct Member {
    let name: String
    let method: Int
    let isEncrypted: Bool
    /// Whether its content is the path of another file, as Unix has it.
    let isLink: Bool
    let checksum: Int
    let packedSize: Int
    let size: Int
    /// Where its own header begins.
    let header: Int

    /// Reads the entry of the directory at `position`, and moves to the next one.
    /// - Parameter shift: How far everything lies behind where the archive says.
    init(at position: inout Int, of directory: Bytes, shift: Int) throws(Refusal) {
      let start = position
      func short(_ offset: Int) -> Int? { directory.number(UInt16.self, at: start + offset) }
      func long(_ offset: Int) -> Int? { directory.number(UInt32.self, at: start + offset) }
      guard long(0) == 0x0201_4B50, let flags = short(8), let method = short(10),
        let checksum = long(16), let packedSize = long(20), let size = long(24),
        let nameSize = short(28), let extraSize = short(30), let commentSize = short(32),
        let mode = short(40),
        let header = long(42), let name = directory.part(from: start + 46, count: nameSize),
        let extra = directory.part(from: start + 46 + nameSize, count: extraSize)
      else { throw .damagedDirectory }
      var large = try LargeNumbers(in: extra)
      self.name = name.text
      isLink = mode & 0xF000 == 0xA000
      self.method = method
      self.isEncrypted = flags & 0x41 != 0
      self.checksum = checksum
      self.size = try large.full(size)
      self.packedSize = try large.full(packedSize)
      let (place, overflows) = try large.full(header).addingReportingOverflow(shift)
      guard !overflows else { throw .damagedDirectory }
      self.header = place
      position = start + 46 + nameSize + extraSize + commentSize
    }

    /// The names of its folders and itself.
    var path: [Substring] { name.pathParts }

    var isFolder: Bool { name.hasSuffix("/") || name.hasSuffix("\\") }
  }
}

extension String {
  /// The names between the slashes of either kind.
  fileprivate var pathParts: [Substring] { split { $0 == "/" || $0 == "\\" } }

  /// Whether a path points outside the folder that it is in.
  var leavesFolder: Bool {
    let isAbsolute = hasPrefix("/") || hasPrefix("\\") || pathParts.first?.last == ":"
    return isAbsolute || pathParts.contains("..")
  }
}
