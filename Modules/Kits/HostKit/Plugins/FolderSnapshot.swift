import Foundation
import Platform

/// When the files in a folder were changed, to find out whether one is saved. Hidden files, and
/// folders that programs fill, such as `__pycache__`, do not count.
struct FolderSnapshot: Hashable {
  private struct File: Hashable {
    let date: Date?
    let size: Int?
  }

  private static let ignored = ["__pycache__", "node_modules", "target", "build"]
  /// The most files that are looked at.
  private static let maximumFiles = 10_000

  private var files: [String: File] = [:]

  /// Looks at a folder; nil if there is none.
  init?(_ folder: URL) {
    guard stat(at: folder.path)?.kind == S_IFDIR else { return nil }
    let names = FileManager.default.enumerator(atPath: folder.path)
    while let name = names?.nextObject() as? String, files.count < Self.maximumFiles {
      let last = URL(filePath: name).lastPathComponent
      guard !last.hasPrefix("."), !Self.ignored.contains(last) else {
        names?.skipDescendants()
        continue
      }
      let file = try? FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
      // A file in a folder also changes the date of the folder.
      guard file?[.type] as? FileAttributeType != .typeDirectory else { continue }
      files[name] = File(
        date: file?[.modificationDate] as? Date, size: (file?[.size] as? NSNumber)?.intValue)
    }
  }
}
