import Foundation
import ModuleTesting
import Testing

@testable import Plugins

@Suite struct PluginUpdatingTests {
  private static let second = #"""
    {"name": "weather", "summary": "Weather", "version": "2.0.0", "command": ["./weather.sh"]}
    """#
  private let fixture = PluginFolderFixture()
  private var plugins: PluginFolder { fixture.plugins }
  private var source: URL { fixture.folder.url.appending(path: "source") }
  private var origin: PluginOrigin {
    PluginOrigin(.folder(source.path))
  }

  private func write(_ manifest: String = PluginFolderFixture.weather, _ program: String = "")
    throws
  {
    try fixture.write(["plugin.json": manifest, "weather.sh": "#!/bin/sh\n" + program], in: source)
  }

  @Test func `a copy says where it comes from`() throws {
    try write()
    try plugins.add(source, from: origin)
    #expect(plugins.origin(of: "weather") == origin)
    #expect(plugins.origin(of: "rain") == nil)
    // A copy of the copy has no source of its own.
    let copy = plugins.folder(of: "weather")
    let other = PluginFolder(in: fixture.folder.url.appending(path: "other"))
    try other.add(copy)
    #expect(other.origin(of: "weather") == nil)
  }

  @Test func `an update replaces all files, which must be trusted again`() throws {
    try write()
    try fixture.write(["old.py": "1"], in: source)
    try plugins.add(source, from: origin)
    let trusted = try fixture.trust()
    #expect(try !plugins.differs("weather", from: source))
    try FileManager.default.removeItem(at: source.appending(path: "old.py"))
    try write(Self.second, "exit 2\n")
    #expect(try plugins.differs("weather", from: source))
    try plugins.update("weather", with: source, from: origin)
    #expect(try plugins.manifest(of: "weather").version == "2.0.0")
    #expect(!FileManager.default.fileExists(atPath: fixture.path("old.py")))
    #expect(throws: PluginFileError.changed(plugin: "weather", path: fixture.path("plugin.json"))) {
      try plugins.verify(trusted)
    }
    #expect(try !plugins.differs("weather", from: source))
  }

  @Test(arguments: ["mode", "content", "link"])
  func `a difference is found`(change: String) throws {
    try write()
    try plugins.add(source, from: origin)
    let program = source.appending(path: "weather.sh")
    switch change {
    case "mode": chmod(program.path, 0o600)
    case "content": try Data("#!/bin/ls\n".utf8).write(to: program)
    case _: symlink("weather.sh", source.appending(path: "link").path)
    }
    #expect(try plugins.differs("weather", from: source))
  }

  @Test func `a source that is another plug-in now replaces nothing`() throws {
    try write()
    try plugins.add(source, from: origin)
    try write(Self.second.replacing("weather\"", with: "rain\""))
    #expect(
      throws: PluginFileError.notUpdated(
        "weather", reason: "its source is the plug-in 'rain' now")
    ) {
      try plugins.update("weather", with: source, from: origin)
    }
    #expect(try plugins.manifest(of: "weather").version == nil)
  }

  @Test func `an update that changes only what the program loads is not started before trust`()
    throws
  {
    try write()
    try fixture.write(["helper.sh": "1"], in: source)
    try plugins.add(source, from: origin)
    let trusted = try fixture.trust()
    try fixture.write(["helper.sh": "2"], in: source)
    try plugins.update("weather", with: source, from: origin)
    let current = try plugins.current(trusted)
    let error = PluginFileError.changed(plugin: "weather", path: folder, isFolder: true)
    #expect(throws: error) { try plugins.verify(current) }
    #expect(error.description.contains("is not the folder that was trusted; "))
    // A process that started the old version stores its tools later.
    #expect(try plugins.update(trusted))
    #expect(throws: PluginFileError.self) { try plugins.verify(try plugins.current(trusted)) }
    #expect(throws: Never.self) { try plugins.verify(try fixture.trust()) }
  }

  @Test func `a plug-in whose folder is a link is not replaced`() throws {
    try write()
    let own = try fixture.write(
      ["plugin.json": PluginFolderFixture.weather], in: fixture.folder.url.appending(path: "own"))
    try FileManager.default.createDirectory(
      at: plugins.url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try FileManager.default.createSymbolicLink(
      at: plugins.folder(of: "weather"), withDestinationURL: own)
    #expect(
      throws: PluginFileError.notUpdated(
        "weather", reason: "its folder is a link; update what it leads to")
    ) {
      try plugins.update("weather", with: source, from: origin)
    }
    #expect(PluginFile(plugins.folder(of: "weather").path).isLink)
  }

  @Test func `a folder that the program has made unwritable is replaced, too`() throws {
    try write()
    try plugins.add(source, from: origin)
    let cache = plugins.folder(of: "weather").appending(path: "cache")
    try fixture.write(["a": ""], in: cache)
    chmod(cache.path, 0o500)
    for version in ["1", "2"] {
      try write(PluginFolderFixture.weather, version)
      try plugins.update("weather", with: source, from: origin)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: plugins.temporaryFolder.path) == [])
  }

  @Test func `the history of a checkout is not copied`() throws {
    try write()
    try fixture.write(["config": "token"], in: source.appending(path: ".git"))
    try plugins.add(source, from: origin)
    #expect(!FileManager.default.fileExists(atPath: fixture.path(".git")))
    try fixture.write(["config": "other"], in: source.appending(path: ".git"))
    #expect(try !plugins.differs("weather", from: source))
  }

  @Test func `a plug-in is pinned and unpinned, and keeps its files and its trust`() throws {
    try write()
    try plugins.add(source, from: origin)
    let trusted = try fixture.trust()
    for isPinned in [true, true, false] {
      try plugins.pin("weather", isPinned)
      #expect(plugins.origin(of: "weather")?.isPinned == isPinned)
      #expect(plugins.origin(of: "weather")?.source == source.path)
      _ = try plugins.verify(try plugins.current(trusted))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: plugins.temporaryFolder.path) == [])
    #expect(throws: PluginFileError.unknown("rain", nearest: nil)) {
      try plugins.pin("rain", true)
    }
  }

  @Test func `without a known source, a plug-in is neither pinned nor updated`() throws {
    try write()
    try plugins.add(source)
    let error = PluginFileError.notUpdated(
      "weather", reason: "nothing says where it comes from; remove it, and add it again")
    #expect(throws: error) { try plugins.knownOrigin(of: "weather") }
    #expect(throws: error) { try plugins.pin("weather", true) }
  }

  @Test func `what an earlier version wrote about a source is read`() throws {
    try write()
    try plugins.add(source, from: origin)
    try fixture.write(
      [".source.json": #"{"source": "/a", "commit": "ab", "isPinned": true}"#],
      in: plugins.folder(of: "weather"))
    let origin = try #require(plugins.origin(of: "weather"))
    #expect(origin == PluginOrigin(.folder("/a"), commit: "ab", isPinned: true))
    #expect(origin.version == "commit ab")
  }

  private var folder: String { (fixture.path("") as NSString).standardizingPath }
}
