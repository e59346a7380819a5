import Foundation

/// Lets one process at a time work on the files of a folder.
struct FolderLock {
  private let folder: URL

  init(_ folder: URL) { self.folder = folder }

  /// Runs `body` while no other process does, and sees to it that the names of files are on the disk.
  func holding<Result>(_ body: () throws -> Result) throws -> Result {
    let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
      throw StoreError.unusable(folder.path, reason: "the folder cannot be locked")
    }
    defer {
      fsync(descriptor)
      close(descriptor)
    }
    return try body()
  }
}
