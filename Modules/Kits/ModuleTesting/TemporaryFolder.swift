public import Foundation

/// The path of a folder for one test. The folder does not exist at first; when this object is
/// released, the folder is removed with its content.
///
/// ```swift
/// let folder = TemporaryFolder()
/// let store = try BookmarkStore(in: folder.url)
/// ```
public final class TemporaryFolder: Sendable {
  /// The path, which no other object has.
  public let url = FileManager.default.temporaryDirectory
    .appending(path: "interchange-\(UUID())", directoryHint: .isDirectory)

  /// Chooses a path and creates nothing.
  public init() {}

  deinit { try? FileManager.default.removeItem(at: url) }
}
