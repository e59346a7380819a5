import Foundation

/// Checks whether the host can read and write its data folder.
struct DataFolderCheck {
  let folder: URL
  /// The environment variable that sets the folder.
  let variable: String

  /// Files and folders that this user cannot read and write.
  var findings: [String] {
    let remedy = "set \(variable) to a folder that can be written"
    let existing = sequence(first: folder) { $0.deletingLastPathComponent() }
      .first { FileManager.default.fileExists(atPath: $0.path) || $0.path == "/" }
    guard let existing else { return ["the folder '\(folder.path)' cannot be created; \(remedy)"] }
    guard (try? existing.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true else {
      return ["'\(existing.path)' is a file; \(remedy)"]
    }
    let probe = existing.appending(path: ".doctor-\(UUID())")
    guard (try? Data().write(to: probe)) != nil else {
      return ["'\(existing.path)' cannot be written; \(remedy), or give yourself the permission"]
    }
    try? FileManager.default.removeItem(at: probe)
    guard existing == folder else { return [] }
    let paths = FileManager.default.subpaths(atPath: folder.path) ?? []
    return paths.map { folder.appending(path: $0).path }.filter { access($0, R_OK | W_OK) != 0 }
      .map { "'\($0)' cannot be read and written; run 'chmod -R u+rw \"\(folder.path)\"'" }
  }
}
