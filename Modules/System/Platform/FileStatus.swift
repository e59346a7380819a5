package import Foundation

extension stat {
  /// The status of what a path leads to, also through links; nil without any, with the reason in
  /// `errno`.
  package init?(at path: String) {
    self.init()
    guard fstatat(AT_FDCWD, path, &self, 0) == 0 else { return nil }
  }

  /// The status of what has a path, be it a link; nil without any, with the reason in `errno`.
  package init?(ofLinkAt path: String) {
    self.init()
    guard lstat(path, &self) == 0 else { return nil }
  }

  /// The status of an open file; nil without any, with the reason in `errno`.
  package init?(of descriptor: CInt) {
    self.init()
    guard fstat(descriptor, &self) == 0 else { return nil }
  }

  /// The kind of the file, such as `S_IFREG`.
  package var kind: mode_t { st_mode & S_IFMT }
}

extension FileHandle {
  /// Opens a regular file for reading. It waits for nobody.
  /// - Parameter flags: Further flags of `open`, such as `O_NOFOLLOW`.
  /// - Throws: `POSIXError`: `.EISDIR` for a folder, `.EINVAL` for a pipe or a device.
  package static func reading(_ path: String, flags: CInt = 0) throws(POSIXError) -> FileHandle {
    // Without O_NONBLOCK, opening a pipe would wait until another process opens it for writing.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | flags)
    guard descriptor >= 0 else { throw .last }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    switch stat(of: descriptor)?.kind {
    case nil: throw .last
    case S_IFREG?: return file
    case S_IFDIR?: throw POSIXError(.EISDIR)
    case _?: throw POSIXError(.EINVAL)
    }
  }
}
