import Foundation

/// The lock of this process on a file of its own in a data folder. Other processes see by it
/// whether the process still runs: the system releases the lock when the process ends, in whatever
/// way. The next start of the module removes the file.
package final class ProcessLock: Sendable {
  private let folder: DataFolder
  private let held = Lock<(name: String, lock: FileLock)?>(nil)

  /// Refers to a folder, without locking anything.
  package init(_ folder: DataFolder) {
    self.folder = folder
  }

  deinit {
    if let name = held.withLock({ $0?.name }) { unlink(path(of: name)) }
  }

  /// Locks the file, unless it is locked, and returns its name.
  /// - Throws: `POSIXError` when the file cannot be created or locked.
  package func acquire() throws -> String {
    try held.withLock { held in
      if let held { return held.name }
      let name = UUID().uuidString.lowercased()
      // `DataFolder` creates the folder.
      try folder.write(Data(), to: "temporary/\(name)", durability: .deferred)
      guard let lock = try FileLock(creating: path(of: name)) else { throw POSIXError(.EAGAIN) }
      held = (name, lock)
      return name
    }
  }

  /// The name of the locked file; nil before `acquire`.
  package var name: String? { held.withLock { $0?.name } }

  /// Whether the process with a name still runs.
  package func isHeld(by name: String) -> Bool { FileLock.isHeld(at: path(of: name)) }

  private func path(of name: String) -> String {
    folder.url.appending(path: "temporary/\(name)").path
  }
}
