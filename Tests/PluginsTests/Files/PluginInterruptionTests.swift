import Foundation
import ModuleTesting
import Platform
import TestSupport
import Testing

@testable import Plugins

/// Adding and updating a plug-in in a process that is killed.
@Suite(.blocking) struct PluginInterruptionTests {
  /// What the process has done when it is killed, or a little later. What passes too fast to be seen
  /// is killed at the end.
  enum Step: String, CaseIterable {
    case copyBegins, copyHasHalf, copyIsComplete, sourceIsWritten, indexIsMarked, oneFileIsReplaced
  }

  /// How many files the plug-in has, besides `plugin.json`.
  private static let files = 60

  private let fixture = PluginFolderFixture()
  private var source: URL { fixture.folder.url.appending(path: "source") }

  /// Writes files, all with the text of a version, except for those that the plug-in is started by.
  private func write(version: String, to folder: URL? = nil) throws {
    var files = ["plugin.json": PluginFolderFixture.weather, "weather.sh": "#!/bin/sh\n"]
    for number in 0..<Self.files { files["\(number)"] = version }
    try fixture.write(files, in: folder ?? source)
  }

  /// The version of all files of the plug-in; nil if there is none.
  private func version() throws -> String? {
    guard fixture.plugins.names == ["weather"] else { return nil }
    let folder = fixture.plugins.folder(of: "weather").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == Self.files + 3)
    #expect(fixture.plugins.origin(of: "weather")?.source == source.path)
    let versions = Set((0..<Self.files).map { Self.content("\(folder)/\($0)") })
    #expect(versions.count == 1)
    return versions.first ?? nil
  }

  private static func content(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Kills the process when the folder of plug-ins has reached a step.
  private static func killProcess(at step: Step, in plugins: PluginFolder) {
    let temporary = plugins.temporaryFolder.path
    @Sendable func isReached() -> Bool {
      let copies = (try? FileManager.default.contentsOfDirectory(atPath: temporary)) ?? []
      let copy = copies.map { "\(temporary)/\($0)" }.first { PluginFile($0).isFolder }
      let count = copy.map {
        (try? FileManager.default.contentsOfDirectory(atPath: $0))?.count ?? 0
      }
      switch step {
      case .copyBegins: return count != nil
      case .copyHasHalf: return count ?? 0 > files / 2
      case .copyIsComplete: return count ?? 0 >= files + 2
      case .sourceIsWritten: return copy.map { PluginFile("\($0)/.source.json").isRegular } == true
      case .indexIsMarked: return (try? plugins.index["weather"]?.isReplaced) == true
      case .oneFileIsReplaced:
        let target = plugins.folder(of: "weather").path
        return (0..<files).contains { content("\(target)/\($0)") == "2.0.0" }
      }
    }
    Thread.detachNewThread {
      while !isReached() {}
      kill(getpid(), SIGKILL)
    }
  }

  @Test(arguments: Step.allCases)
  func `a plug-in that is added by a killed process is whole or missing`(step: Step) async throws {
    try write(version: "2.0.0")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [
        home = fixture.home.path as String, source = source.path as String,
        step = step.rawValue as String
      ] in
      let plugins = PluginFolder(in: URL(filePath: home))
      Self.killProcess(at: try #require(Step(rawValue: step)), in: plugins)
      try plugins.add(URL(filePath: source), from: PluginOrigin(.folder(source)))
      kill(getpid(), SIGKILL)
    }
    let version = try version()
    #expect(version == nil || version == "2.0.0")
    if version == nil {
      try fixture.plugins.add(source, from: PluginOrigin(.folder(source.path)))
    } else {
      try fixture.plugins.update("weather", with: source, from: PluginOrigin(.folder(source.path)))
    }
    #expect(try self.version() == "2.0.0")
    try expectNothingLeft()
  }

  @Test(arguments: Step.allCases)
  func `a plug-in that is updated by a killed process is wholly old or wholly new`(
    step: Step
  ) async throws {
    try write(version: "1.0.0")
    try fixture.plugins.add(source, from: PluginOrigin(.folder(source.path)))
    let trusted = try fixture.trust()
    try write(version: "2.0.0")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [
        home = fixture.home.path as String, source = source.path as String,
        step = step.rawValue as String
      ] in
      let plugins = PluginFolder(in: URL(filePath: home))
      Self.killProcess(at: try #require(Step(rawValue: step)), in: plugins)
      try plugins.update(
        "weather", with: URL(filePath: source), from: PluginOrigin(.folder(source)))
      kill(getpid(), SIGKILL)
    }
    let version = try #require(try version())
    #expect(["1.0.0", "2.0.0"].contains(version))
    // Whatever was replaced is not started before it is trusted.
    let isTrusted = (try? fixture.plugins.verify(fixture.plugins.current(trusted))) != nil
    #expect(!isTrusted || version == "1.0.0")
    try fixture.plugins.update("weather", with: source, from: PluginOrigin(.folder(source.path)))
    #expect(try self.version() == "2.0.0")
    try expectNothingLeft()
  }

  @Test(arguments: 0..<(TestOptions.isThorough ? 100 : 3))
  func `whenever the process is killed, all files are of one version`(round: Int) async throws {
    for version in ["1.0.0", "2.0.0"] {
      try write(version: version, to: source.appending(path: version))
    }
    let first = source.appending(path: "1.0.0")
    try fixture.plugins.add(first, from: PluginOrigin(.folder(source.path)))
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [home = fixture.home.path as String, source = source.path as String] in
      let end = ContinuousClock.now + .microseconds(.random(in: 0...100_000))
      Thread.detachNewThread {
        while ContinuousClock.now < end {}
        kill(getpid(), SIGKILL)
      }
      while true {
        for version in ["2.0.0", "1.0.0"] {
          try PluginFolder(in: URL(filePath: home)).update(
            "weather", with: URL(filePath: "\(source)/\(version)"),
            from: PluginOrigin(.folder(source)))
        }
      }
    }
    #expect(try version() != nil)
    try fixture.plugins.update("weather", with: first, from: PluginOrigin(.folder(source.path)))
    #expect(try version() == "1.0.0")
    try expectNothingLeft()
  }

  private func expectNothingLeft() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: fixture.plugins.temporaryFolder.path)
    #expect(names == [])
  }

  @Test func `a folder in which a plug-in is fetched is removed with its process, not before`()
    async throws
  {
    let own = try fixture.plugins.makeFetchFolder()
    await #expect(processExitsWith: .signal(SIGKILL)) { [home = fixture.home.path as String] in
      let folder = try PluginFolder(in: URL(filePath: home)).makeFetchFolder()
      try Data("a".utf8).write(to: folder.url.appending(path: "download"))
      kill(getpid(), SIGKILL)
    }
    let parent = fixture.plugins.temporaryFolder
    #expect(try FileManager.default.contentsOfDirectory(atPath: parent.path).count == 2)
    var other: FetchFolder? = try fixture.plugins.makeFetchFolder()
    #expect(try FileManager.default.contentsOfDirectory(atPath: parent.path).count == 2)
    #expect(PluginFile(own.url.path).isFolder)
    #expect(other.map { PluginFile($0.url.path).isFolder } == true)
    other = nil
    let names = try FileManager.default.contentsOfDirectory(atPath: parent.path)
    #expect(names == [own.url.lastPathComponent])
  }
}
