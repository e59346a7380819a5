/// A zip archive in memory: its directory is read at once, its files when they are asked for.
///
/// Nothing in the archive is believed before it is checked, and nothing is written to disk.
/// Source: PKWARE, "APPNOTE.TXT, .ZIP File Format Specification", version 6.3.10.
struct Archive {
  /// Everything in the archive, in the order of its directory.
  let members: [Member]
  /// The memory it lies in, with whatever stands before it.
  let bytes: Bytes
  /// The archive alone.
  let content: Bytes
  let limits: Limits

  /// Reads the directory of the archive that `bytes` hold.
  init(_ bytes: Bytes, limits: Limits = Limits()) throws(Refusal) {
    let end = try EndRecord(of: bytes)
    guard let directory = bytes.part(from: end.directory, count: end.directorySize),
      let content = bytes.part(from: end.shift, count: bytes.count - end.shift)
    else { throw .damagedDirectory }
    var members: [Member] = []
    var position = 0
    while position < directory.count {
      let member = try Member(at: &position, of: directory, shift: end.shift)
      guard !member.name.leavesFolder else {
        throw Refusal("the archive has a file outside its folder, '\(member.name)'; pack it anew")
      }
      members.append(member)
    }
    guard members.count == end.entries else { throw .damagedDirectory }
    self.members = members
    self.bytes = bytes
    self.content = content
    self.limits = limits
  }

  /// How many bytes its files may be together, unpacked: more for a larger archive.
  var budget: Int {
    limits.bytes(ofArchive: content.count)
  }
}

extension Refusal {
  static let damagedDirectory = Refusal(
    "the archive's table of contents is damaged; download it again")
}
