import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

@testable import HostKit

private enum Trams: Interface {}
private enum Buses: Interface {}

private struct TramArrived: Event {}

private struct TramsModule: Module {
  static let manifest = Manifest(
    Trams.self, summary: "", requires: [Buses.self], follows: [TramArrived.self])
  init(context: ModuleContext) {}
  func connect(_ connection: Connection) {}
}

private struct BusesModule: Module {
  static let manifest = Manifest(Buses.self, summary: "")
  init(context: ModuleContext) {}
  func connect(_ connection: Connection) {}
}

private enum Odd: Interface {
  static let act = Action<OddInput, Empty>(Odd.self, "act")
}

/// Has no schema, because its field refuses the values that the schema decoder tries.
private struct OddInput: Codable, Sendable {
  enum Only: String, Codable { case one }
  let only: Only
}

private struct OddModule: Module {
  static let manifest = Manifest(Odd.self, summary: "", answers: [Odd.act])
  init(context: ModuleContext) {}
  func connect(_ connection: Connection) { connection.answer(Odd.act) { _ in Empty() } }
}

private struct RustyModule: Module {
  static let manifest = Manifest(Buses.self, summary: "")
  static let contributions = Contributions([WarningSource { _ in ["rust; paint it"] }])
  init(context: ModuleContext) {}
  func connect(_ connection: Connection) {}
}

private enum Ferries: Interface {}

/// Is required but cannot start.
private struct FerriesModule: Module {
  static let manifest = Manifest(
    Ferries.self, summary: "", activation: .eager, failurePolicy: .required)
  init(context: ModuleContext) {}
  func connect(_ connection: Connection) {}
  func start() async throws { throw HostError.outputFailed(reason: "sunk") }
}

private enum Piers: Interface {}

private struct PiersModule: Module {
  static let manifest = Manifest(Piers.self, summary: "", requires: [Ferries.self])
  init(context: ModuleContext) {}
  func connect(_ connection: Connection) {}
}

/// Declares an action that it does not answer.
private struct LyingModule: Module {
  static let manifest = Manifest(Kiosks.self, summary: "", answers: [Kiosks.count])
  init(context: ModuleContext) {}
  func connect(_ connection: Connection) {}
}

private enum Kiosks: Interface {
  static let count = Action<Empty, Int>(Kiosks.self, "count", .remote)
}

/// Cannot start with another setting `colour` than "red".
private struct KiosksModule: Module {
  static let manifest = Manifest(Kiosks.self, summary: "", answers: [Kiosks.count])
  static let contributions = Contributions([Setting("colour", "", default: "red")])
  private struct Settings: Decodable {
    let colour: String
  }
  private let colour: String

  init(context: ModuleContext) throws {
    colour = try context.configuration.decode(Settings.self).colour
  }

  func connect(_ connection: Connection) { connection.answer(Kiosks.count) { _ in 1 } }

  func start() async throws {
    guard colour == "red" else { throw HostError.outputFailed(reason: "no paint '\(colour)'") }
  }
}

@Suite struct DoctorTests {
  private let folder = TemporaryFolder()

  private func findings(
    _ modules: [any Module.Type], folder: URL? = nil, environment: [String: String] = [:],
    isTerminal: Bool = false
  ) -> [String: [String]] {
    let doctor = Doctor(
      app: .shop(modules), folder: folder ?? self.folder.url, environment: environment,
      isTerminal: isTerminal)
    return Dictionary(
      uniqueKeysWithValues: doctor.diagnosis.checks.map { ($0.name, $0.findings) })
  }

  /// Runs the command in a data folder that exists.
  private func runDoctor(_ modules: [any Module.Type]) async throws -> CommandLineOutput {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    return try await CommandLineApp.shop(modules).run(["doctor"], folder: folder.url)
  }

  @Test func `an app without problems has no findings, and the check leaves no files`() throws {
    #expect(findings([BusesModule.self]).values.allSatisfy { $0.isEmpty })
    #expect(!FileManager.default.fileExists(atPath: folder.url.path))
  }

  @Test func `warnings of modules are shown, and do not make the doctor fail`() async throws {
    let output = try await runDoctor([RustyModule.self])
    #expect(output.code == .answered)
    #expect(output.output.hasSuffix("✓ terminal\n! Buses: rust; paint it\n"))
    let failing = try await runDoctor([TramsModule.self, RustyModule.self])
    #expect(failing.code == .failed && !failing.output.contains("rust"))
  }

  @Test func `without a data folder, modules are not asked and none is created`() async throws {
    let output = try await CommandLineApp.shop([RustyModule.self])
      .run(["doctor"], folder: folder.url)
    #expect(output.output.hasSuffix("✓ terminal\n"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.path))
  }

  @Test func `a module that cannot start is reported once, and leaves no files`() async throws {
    let result = try await CommandLineApp.shop([FerriesModule.self, PiersModule.self]).run("doctor")
    #expect(result.code == .failed)
    let findings = result.output.split(separator: "\n").filter { $0.hasPrefix("✗") }
    #expect(
      findings == ["✗ start: 'Ferries' cannot start in an empty data folder: cannot write the"])
    #expect(result.output.contains("sunk"))
  }

  @Test func `a module whose manifest does not fit its handlers is reported`() async throws {
    let result = try await CommandLineApp.shop([LyingModule.self]).run("doctor")
    #expect(result.code == .failed)
    #expect(
      result.output.contains(
        "it does not answer 'kiosks/count', which its manifest\n  declares"), "\(result.output)")
  }

  @Test func `an event without a publisher and a requirement without a module are reported`() {
    let found = findings([TramsModule.self])
    #expect(
      found["events"]?.first?.contains("follows TramArrived, which no module publishes") == true)
    #expect(
      found["requirements"]?.first?.contains("'Trams' requires 'Buses', which no module") == true)
    #expect(found["composition"]?.count == 1)
  }

  @Test func `a disabled requirement is reported`() {
    let found = findings(
      [TramsModule.self, BusesModule.self], environment: ["SHOP_DISABLE": "buses"])
    #expect(found["requirements"]?.first?.contains("remove 'buses' from SHOP_DISABLE") == true)
    #expect(found["composition"]?.isEmpty == true)
  }

  @Test func `a data folder that is a file is reported`() {
    let found = findings([], folder: URL(filePath: #filePath))
    #expect(found["data folder"]?.first?.contains("set SHOP_HOME") == true)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self")))
  func `a data folder that cannot be created is reported`() throws {
    let root = folder.url.path
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try Data().write(to: folder.url.appending(path: "file"))
    #expect(symlink("/nowhere", root + "/link") == 0)
    #expect(symlink("loop", root + "/loop") == 0)
    let long = String(repeating: "a", count: 300)
    let reasons = [
      ("/proc/shop", "'/proc/shop' cannot be created: no such file or directory; set SHOP_HOME"),
      ("/proc/a/b/c", "'/proc/a/b/c' cannot be created: no such file or directory; set SHOP_HOME"),
      ("/dev/null/a", "'/dev/null' is a file; set SHOP_HOME"),
      ("\(root)/file/a/b", "'\(root)/file' is a file; set SHOP_HOME"),
      ("\(root)/link", "'\(root)/link' is a link to '/nowhere', which does not exist; set SHOP"),
      ("\(root)/link/a/b", "'\(root)/link' is a link to '/nowhere', which does not exist; set"),
      ("\(root)/loop/a", "'\(root)/loop' is a link to 'loop', which does not exist; set SHOP_HOME"),
      ("\(root)/\(long)", "'\(root)/\(long)' cannot be created: file name too long; set SHOP_HOME"),
    ]
    for (path, reason) in reasons {
      let found = findings([], folder: URL(filePath: path))["data folder"]
      #expect(found?.count == 1 && found?.first?.hasPrefix(reason) == true, "\(found ?? [])")
    }
    #expect(findings([], folder: folder.url.appending(path: "a/b"))["data folder"] == [])
    let left = try FileManager.default.contentsOfDirectory(atPath: root)
    #expect(left.sorted() == ["file", "link", "loop"])
  }

  @Test func `a link to a folder has no finding`() throws {
    let target = folder.url.appending(path: "target")
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    let link = folder.url.appending(path: "link")
    #expect(symlink("target", link.path) == 0)
    #expect(findings([], folder: link)["data folder"] == [])
    #expect(findings([], folder: link.appending(path: "a"))["data folder"] == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: target.path) == [])
  }

  @Test func `a relative data folder is a warning`() {
    let doctor = Doctor(
      app: .shop([]), folder: folder.url, environment: ["SHOP_HOME": "data"], isTerminal: false)
    let check = doctor.diagnosis.checks.first { $0.name == "data folder" }
    #expect(check?.warnings.first?.hasPrefix("SHOP_HOME is the relative path 'data', so") == true)
  }

  @Test(arguments: [
    ("https://ann:secret@example.org", 0o644, true), ("https://example.org/?key=1", 0o640, true),
    ("https://ann:secret@example.org", 0o600, false), ("https://example.org", 0o644, false),
    ("who?", 0o644, false),
  ])
  func `a secret in a configuration file that others can read is a warning`(
    colour: String, mode: Int, isReported: Bool
  ) throws {
    let file = folder.url.appending(path: "config.json")
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try JSONEncoder().encode(["kiosks": ["colour": colour]]).write(to: file)
    #expect(chmod(file.path, mode_t(mode)) == 0)
    let doctor = Doctor(
      app: .shop([KiosksModule.self]), folder: folder.url, environment: [:], isTerminal: false)
    let check = doctor.diagnosis.checks.first { $0.name == "configuration" }
    #expect(check?.findings == [])
    #expect(
      check?.warnings
        == (isReported
          ? [
            "other users can read '\(file.path)', and 'kiosks.colour' may contain a secret; "
              + "run 'chmod 600 \"\(file.path)\"'"
          ] : []))
  }

  @Test func `the reason why a module is unavailable is printed`() async throws {
    let link = "shop://kiosks/count"
    let disabled = try await CommandLineApp.shop([KiosksModule.self])
      .run("open", link, environment: ["SHOP_DISABLE": "kiosks"])
    #expect(
      disabled.errors == "shop: 'kiosks/count' is unavailable: it is disabled in SHOP_DISABLE or "
        + "config.json\n")
    let failed = try await CommandLineApp.shop([KiosksModule.self])
      .run("open", link, environment: ["SHOP_KIOSKS_COLOUR": "blue", "SHOP_LOG": "warning"])
    #expect(failed.errors.contains("warning kiosks: failed: "))
    #expect(failed.errors.contains("no paint 'blue'"))
    #expect(failed.errors.contains("'kiosks/count' is unavailable: "))
  }

  @Test func `a file in the data folder that cannot be read is reported`() throws {
    let link = folder.url.appending(path: "bookmarks/dangling")
    try FileManager.default.createDirectory(
      at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: "/nowhere/\(UUID())")
    let found = findings([])
    #expect(found["data folder"]?.first?.hasPrefix("'\(link.path)' cannot be read") == true)
    #expect(found["data folder"]?.first?.contains("chmod") == true)
  }

  @Test func `an input without a schema and an unknown setting are reported`() {
    let found = findings([OddModule.self], environment: ["SHOP_LGO": "info"])
    #expect(found["inputs"]?.first?.hasPrefix("the input of 'odd/act' has no schema") == true)
    #expect(found["configuration"]?.first?.contains("did you mean 'SHOP_LOG'?") == true)
  }

  @Test func `contributions that hide each other are reported with their owners`() {
    func command(_ words: String) -> Command {
      Command(words, "Do it", examples: []) { _ in CommandResult(Empty()) { _, _ in "" } }
    }
    func module(_ name: String, _ contributions: [any Contribution]) -> ModuleDescriptor {
      ModuleDescriptor(Manifest(name: name, summary: ""), contributions: contributions) {
        BusesModule(context: $0)
      }
    }
    let app = CommandLineApp(
      name: "shop", summary: "", version: "1.0.0", examples: [],
      modules: [
        module(
          "List",
          [
            command("open"), command("pay"), GlobalOption(.flag("json", "")),
            Setting("b-c", "", default: "1"),
          ]),
        module(
          "ListB",
          [
            command(""), command("pay"), GlobalOption(.option("account", "")),
            GlobalOption(.option("account", "")), Setting("c", "", default: "1"),
          ]),
      ])
    let doctor = Doctor(app: app, folder: folder.url, environment: [:], isTerminal: false)
    let found = doctor.diagnosis.checks.first { $0.name == "contributions" }?.findings
    #expect(
      found == [
        "the command 'open' of List is one of every app; rename it",
        "a command of ListB has no name; give it one",
        "the command 'pay' is contributed by List and ListB; rename all but one",
        "the global option '--json' of List is one of every app; rename it",
        "the global option '--account' is contributed by ListB and ListB; rename all but one",
        "the settings 'list.b-c' and 'list-b.c' have the same variable 'SHOP_LIST_B_C'; "
          + "rename one of them",
      ])
  }

  @Test func `a finding contains no control characters`() async throws {
    let app = CommandLineApp.shop([BusesModule.self])
    let result = try await app.run("doctor", environment: ["SHOP_LOG": "\u{1B}[2J\u{7}"])
    #expect(result.output.contains("✗ configuration: bad value '"))
    #expect(result.output.allSatisfy { $0 == "\n" || "\($0)" == "\($0)".printable })
  }

  @Test(arguments: [
    (["TERM": "xterm", "LANG": "C.UTF-8"], 0), (["TERM": "dumb", "LANG": "C.UTF-8"], 1),
    (["TERM": "xterm", "LANG": "C"], 1), (["LC_ALL": "POSIX", "LANG": "C.UTF-8"], 2),
  ])
  func `a terminal that cannot show all characters is reported`(
    environment: [String: String], count: Int
  ) {
    #expect(findings([], environment: environment, isTerminal: true)["terminal"]?.count == count)
    #expect(findings([], environment: environment)["terminal"]?.isEmpty == true)
  }

  @Test func `with problems, doctor prints each with its remedy and exits with 1`() async throws {
    let app = CommandLineApp.shop([TramsModule.self])
    let result = try await app.run("doctor")
    #expect(result.code == .failed)
    #expect(result.output.contains("✗ events: 'Trams' follows TramArrived"))
    #expect(result.output.contains("✓ configuration"))
    #expect(try await app.run("doctor", "--json").output.contains("\"findings\":[]"))
    #expect(try await app.run("modules").code == .failed)
  }
}
