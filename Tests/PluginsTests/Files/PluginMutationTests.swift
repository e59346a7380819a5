import Foundation
import ModuleTesting
import Testing

@testable import Plugins

/// A plug-in whose files change after it was trusted is not started.
@Suite struct PluginMutationTests {
  /// What changes at a path.
  enum Mutation: String, CaseIterable {
    case otherBytes, moreBytes, noBytes, missing, folder, pipe, linkToCopy, linkToNothing
    case isWritableByOthers
  }

  private let fixture = PluginFolderFixture()
  private var outside: URL { fixture.folder.url.appending(path: "outside") }

  /// Trusts a plug-in with each kind of file: its manifest, its program, a file and a folder as
  /// arguments, and a file elsewhere.
  private func trust() throws -> InstalledPlugin {
    try fixture.write(["all.txt": "Mon"], in: outside)
    let command = #"["./weather.sh", "day.txt", "data", "\#(outside.path)/all.txt"]"#
    try fixture.install(
      #"{"name": "weather", "summary": "W", "command": \#(command)}"#,
      more: ["day.txt": "Mon", "data/a": "1"])
    return try fixture.trust()
  }

  private func apply(_ mutation: Mutation, to path: String) throws {
    let copy = fixture.folder.url.appending(path: "copy").path
    let content = FileManager.default.contents(atPath: path) ?? Data()
    switch mutation {
    case .otherBytes: try Data(content.reversed()).write(to: URL(filePath: path))
    case .moreBytes: try (content + Data("\n".utf8)).write(to: URL(filePath: path))
    case .noBytes: try Data().write(to: URL(filePath: path))
    case .isWritableByOthers: try #require(chmod(path, 0o777) == 0)
    case .linkToCopy:
      try FileManager.default.moveItem(atPath: path, toPath: copy)
      try #require(symlink(copy, path) == 0)
    case .missing, .folder, .pipe, .linkToNothing:
      try FileManager.default.removeItem(atPath: path)
      switch mutation {
      case .folder: try #require(mkdir(path, 0o700) == 0)
      case .pipe: try #require(mkfifo(path, 0o700) == 0)
      case .linkToNothing: try #require(symlink("nothing", path) == 0)
      case _: break
      }
    }
  }

  @Test(arguments: ["plugin.json", "weather.sh", "day.txt", "outside"], Mutation.allCases)
  func `a file that changes after it was trusted is refused`(
    name: String, mutation: Mutation
  ) throws {
    let plugin = try trust()
    _ = try fixture.plugins.verify(plugin)
    try apply(mutation, to: name == "outside" ? outside.path + "/all.txt" : fixture.path(name))
    #expect(throws: PluginFileError.self) { try fixture.plugins.verify(plugin) }
  }

  @Test(
    arguments: [.missing, .pipe, .linkToCopy, .linkToNothing, .isWritableByOthers] as [Mutation])
  func `a folder that another one replaces is refused, and its content is not checked`(
    mutation: Mutation
  ) throws {
    let plugin = try trust()
    try fixture.write(["data/b": "2"], in: fixture.plugins.folder(of: "weather"))
    _ = try fixture.plugins.verify(plugin)
    try apply(mutation, to: fixture.path("data"))
    let error = #expect(throws: PluginFileError.self) { try fixture.plugins.verify(plugin) }
    if mutation == .linkToCopy {
      #expect(error?.description.contains("is not the folder that was trusted") == true)
    }
  }

  @Test func `a program that can no longer be executed is refused`() throws {
    let plugin = try trust()
    chmod(fixture.path("weather.sh"), 0o600)
    #expect(throws: PluginFileError.noProgram("weather", path: "./weather.sh")) {
      try fixture.plugins.verify(plugin)
    }
  }

  @Test(arguments: [Mutation.otherBytes, .missing, .linkToNothing, .isWritableByOthers])
  func `what the program itself loads may change, but others may not write it`(
    mutation: Mutation
  ) throws {
    let plugin = try trust()
    try apply(mutation, to: fixture.path("data/a"))
    if mutation == .isWritableByOthers {
      #expect(throws: PluginFileError.writableByOthers(fixture.path("data/a"))) {
        try fixture.plugins.verify(plugin)
      }
    } else {
      _ = try fixture.plugins.verify(plugin)
    }
  }
}
