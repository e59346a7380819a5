import Console
import Foundation
import Mediator
import Platform

/// Checks whether the host can read and write its data folder.
struct DataFolderCheck {
  /// A change of this size fails on a full disk.
  private static let probe = Data(repeating: 0, count: 65536)

  let folder: URL
  /// The environment variable that sets the folder.
  let variable: String
  /// The value of the variable.
  var value: String?

  /// Writes a file for a moment, and returns why the folder cannot be used, or files and folders in
  /// it that this user cannot read and write. The check leaves no files, not even if the process is
  /// killed.
  func run() -> [String] {
    // The check of the configuration reports it.
    guard value?.isAddress != true else { return [] }
    let missing = missingFolders
    if let link = brokenLink {
      let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: link.path)) ?? ""
      return ["'\(link.path)' is a link to '\(target)', which does not exist; \(remedy)"]
    }
    let existing = missing.last?.deletingLastPathComponent() ?? folder
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: existing.path, isDirectory: &isFolder),
      isFolder.boolValue
    else { return ["'\(existing.path)' is a file; \(remedy)"] }
    do {
      try checkPath()
      try Self.writeProbe(in: existing)
    } catch {
      let verb = missing.isEmpty ? "written" : "created"
      return ["'\(folder.path)' cannot be \(verb): \(error.systemReason); \(remedy)"]
    }
    let paths = FileManager.default.subpaths(atPath: folder.path) ?? []
    return paths.map { folder.appending(path: $0).path }
      .filter { access($0, R_OK | W_OK) != 0 }
      .map { path in
        let isMissing = !FileManager.default.fileExists(atPath: path)
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        return (isMissing ? target : nil).map {
          "'\(path)' is a link to '\($0)', which does not exist; move it away"
        }
          ?? "'\(path)' cannot be read and written; run 'chmod -R u+rw \(folder.path.shellWord)'"
      }
  }

  /// - Throws: `POSIXError` when no folder can have the path, for example because it is too long.
  private func checkPath() throws {
    guard stat(at: folder.path) != nil || errno == ENOENT else { throw POSIXError.last }
  }

  /// Writes a file that is removed before anything is written to it.
  /// - Throws: `POSIXError`.
  private static func writeProbe(in folder: URL) throws {
    let path = folder.appending(path: ".doctor-\(UUID())").path
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw POSIXError.last }
    unlink(path)
    try FileHandle(fileDescriptor: file, closeOnDealloc: true).write(contentsOf: probe)
  }

  /// That the folder depends on the working directory.
  var warnings: [String] {
    guard let value, !value.isEmpty, value.unicodeScalars.first != "/", !value.isAddress else {
      return []
    }
    return [
      "\(variable) is the relative path '\(value)', so its content depends on the working directory; "
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
    missingFolders.last.flatMap { stat(ofLinkAt: $0.path) == nil ? nil : $0 }
  }
}
