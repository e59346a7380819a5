import Foundation
import ModuleTesting
import Platform
import TestSupport
import Testing

@testable import Plugins

@Suite struct UnpackedArchiveTests {
  private let temporary = TemporaryFolder()
  private var archive: URL { temporary.url.appending(path: "weather.tar.gz") }

  init() throws {
    try FileManager.default.createDirectory(at: temporary.url, withIntermediateDirectories: true)
  }

  /// Where archives are unpacked.
  private var parent: URL {
    get throws {
      let folder = temporary.url.appending(path: "parent")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    }
  }

  private func write(_ entries: [TarEntry]) throws {
    try write(entries.archive)
  }

  private func write(_ bytes: [UInt8]) throws {
    let file = temporary.url.appending(path: "weather.tar")
    try Data(bytes).write(to: file)
    let packed = try ChildProcess.run(
      ["/usr/bin/env", "gzip", "-nf", "-S", ".gz", file.path],
      environment: ["PATH": "/usr/bin:/bin"])
    try #require(packed.code == 0, "\(packed.output)")
  }

  private func unpack(
    sha256: String? = nil, path: String = "/usr/bin:/bin"
  ) async throws -> UnpackedArchive {
    try await UnpackedArchive(
      archive.path, sha256: sha256, from: "weather.tar.gz", variables: ["PATH": path],
      in: try parent)
  }

  private var left: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: parent.path) }
  }

  @Test(arguments: ["", "weather-1.0/", "./weather/"])
  func `the folder with plugin.json is found, and removed with the value`(
    folder: String
  ) async throws {
    try write([
      TarEntry("README"), TarEntry("docs/", kind: "5"), TarEntry("\(folder)plugin.json", "{}"),
      TarEntry("\(folder)run", mode: 0o755),
    ])
    let digest = try PluginFile(archive.path).digest
    var unpacked: UnpackedArchive? = try await unpack(sha256: digest)
    let path = try #require(unpacked?.folder.path)
    #expect(unpacked?.sha256 == digest)
    #expect(FileManager.default.contents(atPath: path + "/plugin.json") == Data("{}".utf8))
    #expect(access(path + "/run", X_OK) == 0)
    unpacked = nil
    #expect(try left == [])
  }

  @Test func `another digest is refused before anything is unpacked`() async throws {
    try Data([0x1F, 0x8B, 0]).write(to: archive)
    let other = String(repeating: "0", count: 64)
    let found = try PluginFile(archive.path).digest
    await #expect(
      throws: PluginFileError.wrongDigest("weather.tar.gz", expected: other, found: found)
    ) {
      try await unpack(sha256: other)
    }
    #expect(try left == [])
  }

  @Test func `a cancelled task does not read the archive`() async throws {
    try Data([0x1F, 0x8B, 0]).write(to: archive)
    await #expect(throws: CancellationError.self) {
      try await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await unpack(sha256: String(repeating: "0", count: 64))
      }.value
    }
    #expect(try left == [])
  }

  @Test(arguments: [[], ["a/", "b/"]])
  func `an archive without exactly one plug-in is refused`(folders: [String]) async throws {
    try write(folders.map { TarEntry("\($0)plugin.json", "{}") } + [TarEntry("c/d/plugin.json")])
    let error = await #expect(throws: PluginFileError.self) { try await unpack() }
    #expect(error?.description.contains("expected the file 'plugin.json' at its top") == true)
    #expect(try left == [])
  }

  @Test func `what is not packed with gzip is refused`() async throws {
    try Data([TarEntry("plugin.json", "{}")].archive).write(to: archive)
    await #expect(
      throws: PluginFileError.badArchive(
        "weather.tar.gz", reason: "it is not packed with gzip; expected a '.tar.gz'")
    ) {
      try await unpack()
    }
    try FileManager.default.removeItem(at: archive)
    await #expect(
      throws: PluginFileError.badArchive(
        "weather.tar.gz", reason: "there is no such file; check the path")
    ) {
      try await unpack()
    }
  }

  @Test(arguments: [20, 60, 4])
  func `an archive that is cut off is refused`(missing: Int) async throws {
    try write([TarEntry("plugin.json", "{}"), TarEntry("a", (0..<999).map { "\($0)" }.joined())])
    let content = try Data(contentsOf: archive)
    try content.dropLast(missing).write(to: archive)
    let error = await #expect(throws: PluginFileError.self) { try await unpack() }
    #expect(error?.description.hasPrefix("cannot unpack 'weather.tar.gz': ") == true)
    #expect(try left == [])
  }

  @Test func `an archive that is too large is not unpacked to its end`() async throws {
    let entries = [TarEntry("plugin.json", "{}"), TarEntry("a", size: 200 << 20)]
    try write(entries.archive + [UInt8](repeating: 0, count: 8 << 20))
    let error = await #expect(throws: PluginFileError.self) { try await unpack() }
    #expect(error?.description.contains("it has more than 10000 files or 100 MB") == true)
    #expect(try left == [])
  }

  @Test func `a plug-in with a link that leads out of it is not added`() async throws {
    try write([
      TarEntry("plugin.json", PluginFolderFixture.weather),
      TarEntry("weather.sh", "#!/bin/sh\n", mode: 0o755),
      TarEntry("data", kind: "2", target: "/etc"),
    ])
    let fixture = PluginFolderFixture()
    let unpacked = try await unpack()
    let error = #expect(throws: PluginFileError.self) { try fixture.plugins.add(unpacked.folder) }
    #expect(error?.description.contains("it is a link to something outside of the folder") == true)
    #expect(fixture.plugins.names == [])
  }

  @Test func `without gzip, the error says what to install`() async throws {
    try write([TarEntry("plugin.json", "{}")])
    await #expect(throws: PluginFileError.missingProgram("gzip")) {
      try await unpack(path: "/nowhere:relative")
    }
    #expect(try left == [])
  }
}
