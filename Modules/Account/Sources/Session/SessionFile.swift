import AccountInterface
import Foundation
import Mediator
import ModuleManager
import Platform

/// The session as it is stored. Only the current user can read the file.
struct StoredSession: Codable, Equatable {
  /// The address of the server without what may be secret. Its token is sent to no other one.
  let server: String
  let name: String
  /// Nil when the session is over.
  var token: String?
  /// The token that renews the session; valid once.
  var renewal: String?
  let notice: String?
  /// Nil if the server sends no notifications.
  var channelPort: UInt16?

  var account: AccountID { AccountID(name: name, server: server) }
}

/// The file with the session, which several processes share.
struct SessionFile: Sendable {
  private static let name = "session.json"

  private let folder: DataFolder

  init(_ context: ModuleContext) {
    folder = context.dataFolder
  }

  /// The session; nil if nobody has signed in.
  /// - Throws: `AccountError.unreadableSession` when the file exists and cannot be read, and
  ///   `.damagedSession` when it has no session. Neither counts as none, because other modules
  ///   remove the data of a person without a session.
  var session: StoredSession? {
    get throws(AccountError) {
      let data: Data
      do { data = try folder.content(of: Self.name) } catch POSIXError.ENOENT {
        return nil
      } catch {
        throw .unreadableSession(url.path, reason: error.systemReason)
      }
      do { return try JSON.decode(StoredSession.self, from: data) } catch {
        throw .damagedSession(url.path, reason: error.plainText)
      }
    }
  }

  /// The session that is removed or replaced because a person asks for that; nil also for a damaged
  /// one.
  /// - Throws: `AccountError.unreadableSession`
  var replaceableSession: StoredSession? {
    get throws(AccountError) {
      do { return try session } catch .damagedSession { return nil }
    }
  }

  private var url: URL { folder.url.appending(path: Self.name) }

  var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

  /// The caller has the lock of `withChangeLock`.
  func write(_ session: StoredSession) throws {
    try folder.write(JSON.encode(session), to: Self.name)
  }

  /// The caller has the lock of `withChangeLock`.
  /// - Returns: Whether there was a file.
  func remove() throws -> Bool {
    do { try folder.remove(Self.name) } catch POSIXError.ENOENT { return false }
    return true
  }

  /// Runs `body` while no other process renews the session. The other one may wait for a server.
  func withRenewalLock<Result>(_ body: () async throws -> Result) async throws -> Result {
    try folder.create()
    return try await FileLock.withLock(
      onFile: folder.url.appending(path: "renewal.lock").path, body)
  }

  /// Runs `change` while no other process changes the session. It may block the thread, but only
  /// while another process writes the file: nobody waits for a server with this lock.
  func withChangeLock<Result>(_ change: () throws -> Result) throws -> Result {
    try folder.create()
    return try FileLock.withLock(onFolder: folder.url, change)
  }
}
