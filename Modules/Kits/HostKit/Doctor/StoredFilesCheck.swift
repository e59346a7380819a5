import Foundation
import Platform

/// Finds what should not be in the data folder: temporary files of killed processes, and
/// permissions of other users. It looks only at what the app itself has created.
struct StoredFilesCheck {
  let folder: AppFolder
  /// The command that repairs what the check finds, such as `shop doctor --fix`.
  let repairCommand: String

  /// What the check finds, each with its remedy.
  var warnings: [String] {
    let garbage = temporaryFiles.map { module, files in
      "'\(module)' has \(files.description) of killed processes; run '\(repairCommand)'"
    }
    let open = folder.openToOthers
    let permissions = open.first.map {
      "other users have permissions on \(Self.paths(open.count)), such as '\($0)'; "
        + "run '\(repairCommand)'"
    }
    return garbage + [permissions].compactMap(\.self)
  }

  /// Removes the temporary files and the permissions.
  /// - Returns: What was removed, one sentence each.
  func repair() -> [String] {
    let garbage = temporaryFiles.compactMap { module, files in
      let removed = files.filter { DataFolder.removeAbandonedFile($0.url) }
      return removed.isEmpty
        ? nil : "removed \(removed.description) of killed processes from '\(module)'"
    }
    let count = folder.openToOthers.count { AppFolder.restrict($0) }
    return garbage
      + (count == 0 ? [] : ["removed the permissions of other users on \(Self.paths(count))"])
  }

  private static func paths(_ count: Int) -> String {
    count == 1 ? "1 file or folder" : "\(count) files and folders"
  }

  /// The temporary files of each module that has any.
  private var temporaryFiles: [(module: String, files: [TemporaryFile])] {
    folder.modules.sorted().compactMap { module in
      let files = DataFolder(folder.url.appending(path: module)).abandonedFiles
      return files.isEmpty ? nil : (module, files.map(TemporaryFile.init))
    }
  }
}

private struct TemporaryFile {
  let url: URL
  let size: Int

  init(_ url: URL) {
    self.url = url
    size = (try? url.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
  }
}

extension [TemporaryFile] {
  /// The number and size, such as `34 temporary files (127.0 MB)`.
  fileprivate var description: String {
    let size = map(\.size).reduce(0, +)
    let formatted =
      size < 1_000_000 ? "\((size + 999) / 1000) KB" : String(format: "%.1f MB", Double(size) / 1e6)
    return "\(count) temporary file\(count == 1 ? "" : "s") (\(formatted))"
  }
}
