import Foundation
import Platform

/// Where a file is: an open folder, and a name in it. It stays the same when other users replace
/// folders and links of the path that led to it.
struct FileLocation {
  let folder: FileHandle
  let name: [CChar]
  /// What has the name; nil if nothing has.
  let status: stat?

  fileprivate init(
    of name: [CChar], in folder: FileHandle, flags: Int32 = AT_SYMLINK_NOFOLLOW
  ) throws(POSIXError) {
    var status = stat()
    let exists = fstatat(folder.fileDescriptor, name, &status, flags) == 0
    guard exists || errno == ENOENT else { throw .last }
    (self.folder, self.name, self.status) = (folder, name, exists ? status : nil)
  }

  var isLink: Bool { status?.kind == S_IFLNK }

  /// Whether another user has placed the file or link here: in a folder that everybody may write,
  /// such as `/tmp`. Where nobody can remove what belongs to somebody else, Linux refuses to follow
  /// such links, and to open such files, if the settings `fs.protected_…` are on.
  var isForeign: Bool {
    guard let status else { return false }
    guard let shared = stat(of: folder.fileDescriptor) else { return true }
    return shared.st_mode & S_IWOTH != 0 && ![geteuid(), shared.st_uid].contains(status.st_uid)
  }

  /// Whether it belongs to the current user or to root.
  fileprivate var isOwn: Bool { status.map { [geteuid(), 0].contains($0.st_uid) } ?? false }

  /// Whether an open file is the one that has the name.
  func isLocation(of file: FileHandle) -> Bool {
    guard let status, let opened = stat(of: file.fileDescriptor) else { return false }
    return (status.st_dev, status.st_ino) == (opened.st_dev, opened.st_ino)
  }

  /// The path to which the link leads.
  fileprivate var target: [CChar] {
    get throws(POSIXError) {
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlinkat(folder.fileDescriptor, name, &bytes, bytes.count)
      guard count > 0 else { throw .last }
      return Array(bytes.prefix(count))
    }
  }

  /// Whether the system made the link, as those in `/dev/fd` on Linux.
  fileprivate var isInProcessFolder: Bool {
    var (processes, own) = (stat(), stat())
    return stat("/proc", &processes) == 0 && fstat(folder.fileDescriptor, &own) == 0
      && processes.st_dev == own.st_dev
  }
}

/// Follows a path, one name after the other.
///
/// The system would follow all links at once, also one that another user has placed in a shared
/// folder, such as `/tmp`.
struct PathWalk {
  /// The most links through which a path may lead, as for the system.
  private static let maximumLinks = 40
  private static let slash = CChar(bitPattern: UInt8(ascii: "/"))
  /// The flags of a folder whose content is not read.
  #if os(Linux)
    // `O_PATH`, which Swift does not import.
    private static let flags = O_DIRECTORY | O_CLOEXEC | 0o10_000_000
  #else
    private static let flags = O_DIRECTORY | O_CLOEXEC | O_RDONLY
  #endif

  private var folder: FileHandle
  /// The path of the folder, for messages.
  private var path: [CChar]
  /// The names that follow, the last one first.
  private var rest: [[CChar]]
  private var links = 0
  /// Whether the path leads through a folder that another user has placed in a shared one.
  private var isInForeignFolder = false

  init(_ path: String) throws(POSIXError) {
    let path = Array(path.utf8CString.dropLast())
    rest = Self.names(of: path)
    let isAbsolute = path.first == Self.slash
    self.path = isAbsolute ? [Self.slash] : []
    folder = try Self.open(isAbsolute ? "/" : ".")
  }

  /// Follows the path to its last name, which may be that of a link.
  /// - Throws: `ForeignLink`, `POSIXError`.
  mutating func lastLocation() throws -> FileLocation {
    while let name = rest.popLast() {
      let location = try FileLocation(of: name, in: folder)
      if rest.isEmpty { return location }
      if location.isLink {
        try follow(location)
      } else {
        if location.isForeign { isInForeignFolder = true }
        try enter(name)
      }
    }
    throw POSIXError(.EISDIR)
  }

  /// Follows the path, and the links at its end.
  /// - Throws: `ForeignLink`, `POSIXError`.
  mutating func target() throws -> FileLocation {
    var location = try lastLocation()
    while location.isLink {
      // The text of such a link to a pipe is no path, and nobody can place one.
      if location.isInProcessFolder, try location.target.first != Self.slash {
        return try FileLocation(of: location.name, in: location.folder, flags: 0)
      }
      try follow(location)
      location = try lastLocation()
    }
    return location
  }

  private mutating func follow(_ link: FileLocation) throws {
    links += 1
    guard links <= Self.maximumLinks else { throw POSIXError(.ELOOP) }
    guard !link.isForeign, !isInForeignFolder || link.isOwn else {
      throw ForeignLink(path: Self.text(path + link.name.dropLast()))
    }
    let target = try link.target
    rest += Self.names(of: target)
    guard target.first == Self.slash else { return }
    (folder, path, isInForeignFolder) = (try Self.open("/"), [Self.slash], false)
  }

  private mutating func enter(_ name: [CChar]) throws(POSIXError) {
    let descriptor = openat(folder.fileDescriptor, name, Self.flags | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .last }
    folder = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    path += name.dropLast() + [Self.slash]
  }

  private static func open(_ folder: String) throws(POSIXError) -> FileHandle {
    let descriptor = Foundation.open(folder, flags)
    guard descriptor >= 0 else { throw .last }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  private static func text(_ path: [CChar]) -> String {
    String(decoding: path.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The names of a path as C strings, the last one first.
  private static func names(of path: [CChar]) -> [[CChar]] {
    path.split(separator: slash).reversed().map { $0 + [0] }
  }
}

/// A link that another user has placed in a shared folder.
struct ForeignLink: Error {
  let path: String
}
