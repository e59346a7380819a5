import Foundation

/// A group of users, as the system knows it.
struct UserGroup {
  /// How many bytes an entry of the system may have.
  private static let bufferSize = 1 << 16

  let id: gid_t
  let name: String
  /// The users in addition to those whose first group it is.
  let members: [String]

  /// - Returns: nil if there is no such group.
  init?(_ id: gid_t) {
    var entry = group()
    var found: UnsafeMutablePointer<group>?
    let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: Self.bufferSize)
    defer { buffer.deallocate() }
    guard getgrgid_r(id, &entry, buffer, Self.bufferSize, &found) == 0, found != nil,
      let name = entry.gr_name
    else { return nil }
    var members: [String] = []
    var next = entry.gr_mem
    while let current = next, let member = current.pointee {
      members.append(String(cString: member))
      next = current.successor()
    }
    self.init(id: id, name: String(cString: name), members: members)
  }

  init(id: gid_t, name: String, members: [String]) {
    (self.id, self.name, self.members) = (id, name, members)
  }

  /// Whether the members of the group may write a folder above the files of a plug-in: those of a
  /// group that contains only the current user, and administrators.
  func isTrusted(
    inFolderOf owner: uid_t, user: String? = UserGroup.currentUser
  ) -> Bool {
    if id == 0 || name == user && members.allSatisfy({ $0 == user }) { return true }
    #if canImport(Darwin)
      return name == "admin"
    #else
      // Debian lets this group write the folders below `/usr/local`.
      return name == "staff" && owner == 0
    #endif
  }

  /// The name of the user as whom the process runs.
  static var currentUser: String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: Self.bufferSize)
    defer { buffer.deallocate() }
    guard getpwuid_r(geteuid(), &entry, buffer, Self.bufferSize, &found) == 0,
      found != nil, let name = entry.pw_name
    else { return nil }
    return String(cString: name)
  }
}
