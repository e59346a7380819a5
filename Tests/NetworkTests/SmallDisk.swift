import Foundation
import TestSupport

/// A disk of a few kilobytes in memory, gone with this object; only Linux's root can have one.
final class SmallDisk: Sendable {
  let url: URL
  private let folder = TemporaryFolder()

  /// Nil where this machine does not allow it.
  init?(bytes: Int) throws {
    url = folder.url
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    #if os(Linux)
      guard mount("tmpfs", url.path, "tmpfs", 0, "size=\(bytes)") == 0 else { return nil }
    #else
      return nil
    #endif
  }

  deinit {
    #if os(Linux)
      umount2(url.path, Int32(MNT_DETACH))
    #endif
  }
}
