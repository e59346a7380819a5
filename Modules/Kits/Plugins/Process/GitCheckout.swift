import Channel
package import Foundation
import Mediator
import Platform

/// A commit of a repository in a temporary folder, which is removed with the value.
package final class GitCheckout: Sendable {
  /// The largest size of the folder while git works, in bytes: the files, and what git stores.
  package static let maximumBytes = 2 * PluginFolder.maximumBytes
  /// How many files the folder may have while git works.
  private static let maximumFiles = 4 * PluginFolder.maximumFiles
  /// How long git works until the size of the folder is found again.
  private static let interval = Duration.milliseconds(100)

  /// The folder with the files of the commit.
  package let folder: URL
  /// The commit in hexadecimal digits.
  package let commit: String

  /// Fetches one commit, without its history, with the program `git`.
  /// - Parameters:
  ///   - address: The address of the repository.
  ///   - revision: A branch, a tag or a commit; nil for the branch that the repository names.
  ///   - variables: The environment variables of git, with PATH.
  ///   - parent: Where the temporary folder is created.
  ///   - limit: The largest size of the folder while git works, in bytes.
  /// - Throws: `PluginFileError.notFetched` with what git says, and for a repository that is too
  ///   large; `CancellationError`; `POSIXError` and `CocoaError` for the folder.
  package init(
    _ address: String, _ revision: String?, variables: [String: String], in parent: URL,
    limit: Int = maximumBytes
  ) async throws {
    folder = parent.appending(path: "\(UUID())", directoryHint: .isDirectory)
    let (path, git) = (folder.path, folder.appending(path: ".git"))
    // Git asks nobody for a password, and follows no redirect to another protocol, such as http.
    let own = ["GIT_TERMINAL_PROMPT": "0", "GIT_ALLOW_PROTOCOL": "https:file", "LC_ALL": "C"]
    let program = SystemProgram(name: "git", variables: variables.merging(own) { $1 })
    do {
      try DataFolder(folder).create()
      let run = { (words: [String]) in
        let reason = try await Self.run(
          program, ["-C", path] + words, in: parent, filling: path, limit)
        if let reason { throw PluginFileError.notFetched(address, reason: reason) }
      }
      try await run(["init", "--quiet"])
      try await run(["fetch", "--quiet", "--depth", "1", "--", address, revision ?? "HEAD"])
      try await run(["checkout", "--quiet", "FETCH_HEAD"])
      let head = try String(contentsOf: git.appending(path: "FETCH_HEAD"), encoding: .utf8)
      commit = String(head.prefix { $0.isHexDigit })
      try FileManager.default.removeItem(at: git)
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs git while a folder is not too large.
  /// - Returns: Why it has failed, with the remedy; nil for a success.
  private static func run(
    _ git: SystemProgram, _ words: [String], in folder: URL, filling path: String, _ limit: Int
  ) async throws -> String? {
    // A repository runs no programs of its own.
    let settings =
      ["-c", "core.hooksPath=/dev/null", "-c", "http.lowSpeedLimit=1000"]
      + ["-c", "http.lowSpeedTime=60"]
    let process = try git.start(settings + words, in: folder)
    process.streams.closeDescriptors()
    let watch = Task {
      while fits(path, limit) { try await Task.sleep(for: interval) }
      await process.stop()
    }
    defer { watch.cancel() }
    let failure = try await git.failure(of: process)
    guard fits(path, limit) else {
      return "it needs more than \(limit >> 20) MB or \(maximumFiles) files; "
        + "expected the repository of a plug-in"
    }
    return failure.map { "\($0); check the address and the network" }
  }

  /// Whether a folder is not too large.
  private static func fits(_ path: String, _ limit: Int) -> Bool {
    let names = FileManager.default.enumerator(atPath: path)
    var (count, bytes) = (0, 0)
    while let name = names?.nextObject() as? String {
      count += 1
      // A file in which much is empty takes its whole size when it is copied.
      bytes += stat(ofLinkAt: path + "/" + name).map { Int($0.st_size) } ?? 0
      guard count <= maximumFiles, bytes <= limit else { return false }
    }
    return true
  }
}
