import Foundation
import ModuleTesting
import Testing

/// A package with the scripts in `.ci` and programs that stand for those of the system; removed with
/// this object.
final class ScriptFixture: Sendable {
  private let temporaryFolder = TemporaryFolder()
  let folder: URL

  init() throws {
    folder = temporaryFolder.url.appending(path: "package")
    for path in [".ci/api", ".ci/formula.rb", ".ci/install.sh", ".ci/release"] {
      let copy = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: GenerateFixture.package.appending(path: path), to: copy)
    }
  }

  /// A path beside the package.
  func path(_ name: String) -> String { temporaryFolder.url.appending(path: name).path }

  /// Writes a file of the package or, with `../` before it, beside the package.
  func write(_ text: String, to path: String, isExecutable: Bool = false) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    let permissions = isExecutable ? 0o755 : 0o644
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
  }

  /// Writes a program that scripts find before that of the system.
  func writeTool(_ name: String, _ script: String) throws {
    try write("#!/bin/sh\n\(script)\n", to: "../tools/\(name)", isExecutable: true)
  }

  func read(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  /// The paths of the files in a folder beside the package.
  func files(in name: String) -> [String] {
    (FileManager.default.subpaths(atPath: path(name)) ?? []).filter { file in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(
        atPath: "\(path(name))/\(file)", isDirectory: &isFolder)
      return !isFolder.boolValue
    }.sorted()
  }

  /// Runs a line of bash in the package.
  @discardableResult
  func run(_ line: String, environment: [String: String] = [:]) throws -> GenerateFixture.Run {
    try GenerateFixture.run(
      ["-c", line], in: folder,
      environment: ["PATH": "\(path("tools")):/usr/bin:/bin"].merging(environment) { $1 })
  }

  /// Commits all files, with tags.
  func commit(tags: String...) throws {
    let git = "git -c user.name=a -c user.email=a@b -c commit.gpgsign=false"
    let run = try run(
      "git init -q; git add -A && \(git) commit -qm All && for t in \(tags.joined(separator: " ")); "
        + "do \(git) tag $t; done")
    #expect(run.code == 0, "\(run.errors)")
  }
}
