import Foundation
import ModuleTesting
import Platform
import Synchronization
import Testing

/// A copy of the files that `generate.sh` uses, with a small template; removed with this object.
final class GenerateFixture: Sendable {
  struct Run {
    let code: Int32
    let output: String
    let errors: String

    /// The verb for each path.
    var plan: [String: String] {
      let verbs: Set = [
        "create", "identical", "update", "merge", "conflict", "remove", "rename", "skip",
      ]
      let lines = output.split(separator: "\n").compactMap { line -> (String, String)? in
        let words = line.split(separator: "  ", maxSplits: 1)
        guard words.count == 2, verbs.contains(String(words[0])) else { return nil }
        return (String(words[1].trimmingPrefix { $0 == " " }), String(words[0]))
      }
      return Dictionary(lines) { first, _ in first }
    }
  }

  /// The package that these tests belong to.
  static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A template of one file in each of its folders.
  private static let template = [
    "Interface/Headline.swift": "public import Mediator\n\n/// Lists the headline items.\n",
    "Sources/API/HeadlineSample.swift": "let address = \"metro://headline/list\"\n",
    "Sources/Module/HeadlineCommands.swift": "let examples = [\"headline --page 2\"]\n",
    "Tests/HeadlineTests.swift": "import Headline\nimport Testing\n",
  ]

  /// Whether this machine has git where the script finds it.
  static let hasGit = ["/usr/bin/git", "/bin/git"]
    .contains { FileManager.default.isExecutableFile(atPath: $0) }

  /// The program that the script runs, which it compiles for the package if necessary.
  static let program = Result {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let result = try run(
      ["./generate.sh", "--check", "Share"], in: package, environment: ["PATH": path])
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    return package.appending(path: ".build/module-rules")
  }

  private static let copies = [
    "Package.swift", "generate.sh", ".swift-format", ".gitignore", ".ci/release",
    "App/AppModules.swift", "README.md", "Templates/reserved.txt", "Templates/App",
    "Templates/Generator", "Templates/Licences", "Templates/Parts", "Templates/Plugin",
  ]

  private let temporaryFolder = TemporaryFolder()
  let folder: URL

  /// - Parameter name: The name of the copy's folder.
  init(named name: String = "a checkout") throws {
    folder = temporaryFolder.url.appending(path: name)
    for path in Self.copies {
      try createParent(of: path)
      try FileManager.default.copyItem(
        at: Self.package.appending(path: path), to: folder.appending(path: path))
    }
    for (path, text) in Self.template { try write(text, to: "Templates/List/\(path)") }
    try write("a small list\n", to: "Templates/List/.summary")
    try write("public struct Share {}\n", to: "Modules/Share/Interface/Share.swift")
    try write("import Testing\n", to: "Tests/ShareTests/ShareTests.swift")
    try linkProgram(in: folder)
  }

  /// Lets the script find the program in a package without sources of it.
  func linkProgram(in folder: URL) throws {
    let build = folder.appending(path: ".build")
    try FileManager.default.createDirectory(at: build, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: build.appending(path: "module-rules"), withDestinationURL: Self.program.get())
  }

  /// The texts of all files by path, without those of builds; folders are included with a path that
  /// ends in `/`.
  var tree: [String: String] { get throws { try Self.tree(of: folder) } }

  /// The tree of any folder.
  static func tree(of folder: URL) throws -> [String: String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    var tree: [String: String] = [:]
    for path in paths
    where !(path + "/").hasPrefix(".git/") && !path.hasPrefix(".build") {
      let url = folder.appending(path: path)
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      tree[isFolder.boolValue ? "\(path)/" : path] =
        isFolder.boolValue ? "" : try String(contentsOf: url, encoding: .utf8)
    }
    return tree
  }

  /// The names of the folders beside this copy, itself included.
  var siblings: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: temporaryFolder.url.path).sorted()
    }
  }

  func read(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  func write(_ text: String, to path: String) throws {
    try createParent(of: path)
    try Data(text.utf8).write(to: folder.appending(path: path))
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: folder.appending(path: path))
  }

  /// Replaces a template by that of the package.
  func copyTemplate(_ name: String) throws {
    let copy = folder.appending(path: "Templates/\(name)")
    try? FileManager.default.removeItem(at: copy)
    try FileManager.default.copyItem(
      at: Self.package.appending(path: "Templates/\(name)"), to: copy)
  }

  private func createParent(of path: String) throws {
    try FileManager.default.createDirectory(
      at: folder.appending(path: path).deletingLastPathComponent(),
      withIntermediateDirectories: true)
  }

  /// Runs the script in this copy.
  @discardableResult
  func generate(_ arguments: String..., environment: [String: String] = [:]) throws -> Run {
    try Self.run(["./generate.sh"] + arguments, in: folder, environment: environment)
  }

  /// The folder of the app that tests create beside this copy.
  var app: URL { folder.deletingLastPathComponent().appending(path: "Shop") }

  func readApp(_ path: String) throws -> String {
    try String(contentsOf: app.appending(path: path), encoding: .utf8)
  }

  func writeApp(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: app.appending(path: path))
  }

  /// Runs the script of the app.
  @discardableResult
  func generateInApp(_ line: String...) throws -> Run {
    try Self.run(["./generate.sh"] + line, in: app)
  }

  /// By the files of a copy, those that the script wrote there for Todo.
  private static let createdFiles = Mutex<[[String: String]: [String: String]]>([:])

  /// Creates the feature Todo. Runs the script once for equal copies, and writes the same files
  /// afterwards.
  func createTodo() throws {
    let before = try tree
    if let files = Self.createdFiles.withLock({ $0[before] }) {
      for (path, text) in files { try write(text, to: path) }
      return
    }
    let run = try generate("Todo")
    #expect(run.code == 0, "\(run.errors)")
    let files = try tree.filter { !$0.key.hasSuffix("/") && before[$0.key] != $0.value }
    Self.createdFiles.withLock { $0[before] = files }
  }

  /// Runs bash with arguments.
  static func run(
    _ line: [String], in folder: URL, environment: [String: String] = [:]
  ) throws -> Run {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = line
    process.currentDirectoryURL = folder
    let temporaryFolder = FileManager.default.temporaryDirectory.path
    process.environment = [
      "PATH": "/usr/bin:/bin", "TMPDIR": temporaryFolder, "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_AUTHOR_NAME": "Jane", "GIT_COMMITTER_NAME": "Jane",
      "GIT_AUTHOR_EMAIL": "jane@example.org", "GIT_COMMITTER_EMAIL": "jane@example.org",
    ].merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try unblockingSignals { try process.run() }
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let errorText = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let status = process.terminationStatus
    return Run(
      code: process.terminationReason == .exit ? status : 128 + status,
      output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: errorText, as: UTF8.self))
  }
}

/// Unblocks all signals for a new process; the threads of the test runner block some.
private func unblockingSignals(_ body: () throws -> Void) rethrows {
  var (none, before) = (sigset_t(), sigset_t())
  sigemptyset(&none)
  pthread_sigmask(SIG_SETMASK, &none, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  try body()
}
