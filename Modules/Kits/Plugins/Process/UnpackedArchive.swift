import Channel
package import Foundation
import Mediator
import Platform

/// The files of an archive in a temporary folder, which is removed with the value.
package final class UnpackedArchive: Sendable {
  /// The folder of the plug-in: the top of the archive, or the only folder there that has a
  /// `plugin.json`.
  package let folder: URL
  /// The SHA-256 digest of the archive in hexadecimal digits.
  package let sha256: String

  private let temporary: URL

  /// Unpacks a tar archive with the program `gzip`, after a check of its digest.
  /// - Parameters:
  ///   - path: The path of the archive.
  ///   - sha256: The digest that it must have; nil for any.
  ///   - source: Where the archive comes from, for errors.
  ///   - variables: The environment variables, with PATH.
  ///   - parent: Where the temporary folder is created.
  /// - Throws: `PluginFileError.wrongDigest`, `.badArchive`, `.missingProgram`, `.unusable`;
  ///   `CancellationError`.
  package init(
    _ path: String, sha256 expected: String?, from source: String, variables: [String: String],
    in parent: URL
  ) async throws {
    temporary = parent.appending(path: "\(UUID())", directoryHint: .isDirectory)
    do {
      try DataFolder(temporary).create()
      // What is checked is what is unpacked, whatever happens to the archive.
      sha256 = try Self.copy(path, to: temporary.appending(path: "archive.gz").path, source)
      guard expected == nil || expected == sha256 else {
        throw PluginFileError.wrongDigest(source, expected: expected ?? "", found: sha256)
      }
      let files = temporary.appending(path: "files", directoryHint: .isDirectory)
      try DataFolder(files).create()
      let gzip = SystemProgram(name: "gzip", variables: ["PATH": variables["PATH"] ?? ""])
      let process = try gzip.start(["-dc", "archive.gz"], in: temporary)
      let result = Result {
        defer { process.streams.closeDescriptors() }
        let stream = FileHandle(fileDescriptor: process.streams.input, closeOnDealloc: false)
        var extractor = TarExtractor(stream, into: files)
        try extractor.extract()
      }
      // It ends when nobody reads any more.
      let failure = try await gzip.failure(of: process)
      do { try result.get() } catch let problem as TarExtractor.Problem {
        throw PluginFileError.badArchive(source, reason: problem.reason)
      }
      if let failure {
        throw PluginFileError.badArchive(source, reason: "\(failure); fetch it again")
      }
      folder = try Self.plugin(in: files, source)
    } catch {
      try? FileManager.default.removeItem(at: temporary)
      throw error
    }
  }

  deinit { try? FileManager.default.removeItem(at: temporary) }

  /// Copies an archive and returns its digest.
  private static func copy(_ path: String, to target: String, _ source: String) throws -> String {
    do {
      let input = try FileHandle.reading(path)
      let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard output >= 0 else { throw POSIXError.last }
      let file = FileHandle(fileDescriptor: output, closeOnDealloc: true)
      var digest = SHA256()
      var rest = PluginFolder.maximumBytes
      guard try input.read(upToCount: 2) == Data([0x1F, 0x8B]) else {
        throw PluginFileError.badArchive(
          source, reason: "it is not packed with gzip; expected a '.tar.gz'")
      }
      try input.seek(toOffset: 0)
      while let piece = try input.read(upToCount: 1 << 16), !piece.isEmpty {
        try Task.checkCancellation()
        rest -= piece.count
        guard rest >= 0 else {
          throw PluginFileError.badArchive(
            source,
            reason: "it has more than \(PluginFolder.maximumBytes >> 20) MB; expected a plug-in")
        }
        digest.update(Array(piece))
        try file.write(contentsOf: piece)
      }
      return digest.finish()
    } catch POSIXError.ENOENT, POSIXError.ENOTDIR {
      throw PluginFileError.badArchive(source, reason: "there is no such file; check the path")
    } catch POSIXError.EISDIR, POSIXError.EINVAL {
      throw PluginFileError.badArchive(
        source, reason: "it is not a regular file; check the path")
    } catch let error as CancellationError {
      throw error
    } catch {
      throw error as? PluginFileError
        ?? PluginFileError.unusable(path, reason: error.systemReason)
    }
  }

  private static func plugin(in files: URL, _ source: String) throws(PluginFileError) -> URL {
    func isPlugin(_ folder: URL) -> Bool {
      stat(ofLinkAt: folder.path)?.kind == S_IFDIR
        && stat(ofLinkAt: folder.appending(path: PluginManifest.fileName).path) != nil
    }
    guard !isPlugin(files) else { return files }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: files.path)) ?? []
    let folders = names.map { files.appending(path: $0) }.filter(isPlugin)
    guard folders.count == 1 else {
      throw .badArchive(
        source,
        reason: "expected the file '\(PluginManifest.fileName)' at its top, or in one of its "
          + "folders; pack the folder of a plug-in")
    }
    return folders[0]
  }
}
