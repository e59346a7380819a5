import Foundation
import Mediator
import ModuleManager

/// Checks whether the host can read and write its data folder.
struct DataFolderCheck {
  /// A change of this size fails on a full disk.
  private static let probe = Data(repeating: 0, count: 65536)

  let folder: URL
  /// The environment variable that sets the folder.
  let variable: String
  /// The value of the variable.
  var value: String?

  /// Why the folder cannot be used, or files and folders in it that this user cannot read and
  /// write. The check leaves no files.
  var findings: [String] {
    let missing = missingFolders
    defer { for folder in missing { rmdir(folder.path) } }
    if let link = brokenLink {
      let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: link.path)) ?? ""
      return ["'\(link.path)' is a link to '\(target)', which does not exist; \(remedy)"]
    }
    let top = missing.last?.deletingLastPathComponent() ?? folder
    guard (try? top.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true else {
      return ["'\(top.path)' is a file; \(remedy)"]
    }
    do { try DataFolder(folder).create() } catch {
      return ["'\(folder.path)' cannot be created: \(error.systemReason); \(remedy)"]
    }
    let file = folder.appending(path: ".doctor-\(UUID())")
    defer { unlink(file.path) }
    do { try Self.probe.write(to: file) } catch {
      return ["'\(folder.path)' cannot be written: \(error.systemReason); \(remedy)"]
    }
    let paths = FileManager.default.subpaths(atPath: folder.path) ?? []
    return paths.map { folder.appending(path: $0).path }
      .filter { $0 != file.path && access($0, R_OK | W_OK) != 0 }
      .map { "'\($0)' cannot be read and written; run 'chmod -R u+rw \"\(folder.path)\"'" }
  }

  /// That the folder depends on the working directory.
  var warnings: [String] {
    guard let value, !value.isEmpty, !value.hasPrefix("/") else { return [] }
    return [
      "\(variable) is the relative path '\(value)', so each working directory has other data; "
        + "set it to an absolute path"
    ]
  }

  private var remedy: String { "set \(variable) to a folder that can be written" }

  /// The folder and those above it that do not exist, the innermost first.
  private var missingFolders: [URL] {
    Array(
      sequence(first: folder) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }
        .prefix { !FileManager.default.fileExists(atPath: $0.path) })
  }

  /// The outermost missing folder, if it is a link.
  private var brokenLink: URL? {
    missingFolders.last.flatMap { folder in
      var status = stat()
      return lstat(folder.path, &status) == 0 ? folder : nil
    }
  }
}
