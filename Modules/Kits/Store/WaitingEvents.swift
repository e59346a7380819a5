import Foundation
import Platform

/// Empty files that say in which databases of the app events wait, so that a process finds them
/// without opening any database.
///
/// A file is created before the transaction with an event is committed, and removed in a
/// transaction that finds no event, so that it exists whenever one waits.
struct WaitingEvents: Sendable {
  private let folder: DataFolder

  /// - Parameter app: The data folder of the app.
  init(inFolderOf app: URL) {
    folder = DataFolder(app.appending(path: "host/waiting-events"))
  }

  /// The names of the folders of the databases.
  var names: Set<String> {
    // Most often there is no folder: this takes one system call, `contentsOfDirectory` 30 µs.
    guard access(folder.url.path, F_OK) == 0 else { return [] }
    return Set((try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? [])
  }

  func add(_ name: String) throws {
    guard access(path(of: name), F_OK) != 0 else { return }
    try folder.create()
    URL(filePath: path(of: name)).createPrivateFile()
    guard access(path(of: name), F_OK) == 0 else { throw POSIXError.last }
  }

  func remove(_ name: String) { unlink(path(of: name)) }

  private func path(of name: String) -> String { folder.url.appending(path: name).path }
}
