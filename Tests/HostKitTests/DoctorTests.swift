import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

@testable import HostKit

private struct RustyModule: Module {
  static let manifest = Manifest(Buses.self, summary: "")
  static let contributions = Contributions([WarningSource { _ in ["rust; paint it"] }])
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
}

private enum Archives: Interface {}

/// Creates its data folder, and cannot open one that exists.
private struct ArchiveModule: Module {
  static let manifest = Manifest(Archives.self, summary: "")
  init(context: ModuleContext) { folder = context.folder }
  let folder: URL
  func register(with registrar: Registrar) {}
  func start() async throws {
    let isNew = !FileManager.default.fileExists(atPath: folder.path)
    guard isNew else { throw HostError.outputFailed(reason: "torn") }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }
}

@Suite struct DoctorTests {
  private let folder = TemporaryFolder()

  /// Runs the command in a data folder that exists.
  private func runDoctor(_ modules: [any Module.Type]) async throws -> CommandLineOutput {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    return try await CommandLineApp.shop(modules).run(["doctor"], folder: folder.url)
  }

  @Test func `an app without problems has no findings, and the check leaves no files`() throws {
    let checks = CommandLineApp.shop([BusesModule.self]).checks(in: folder.url)
    #expect(checks.values.allSatisfy { $0.findings.isEmpty })
    #expect(!FileManager.default.fileExists(atPath: folder.url.path))
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

  @Test func `warnings of modules are shown, and do not make the doctor fail`() async throws {
    let output = try await runDoctor([RustyModule.self])
    #expect(output.code == .answered)
    #expect(output.output.hasSuffix("✓ terminal\n! Buses: rust; paint it\n"))
    let failing = try await runDoctor([TramsModule.self, RustyModule.self])
    #expect(failing.code == .failed && !failing.output.contains("rust"))
  }

  @Test func `a module that cannot open its stored data is a finding, unless it is disabled`()
    async throws
  {
    let app = CommandLineApp.shop([ArchiveModule.self, RustyModule.self])
    let data = folder.url.appending(path: "archives")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    let output = try await app.run(["doctor"], folder: folder.url)
    #expect(output.code == .failed)
    let finding = "✗ Archives: \(HostError.outputFailed(reason: "torn"))\n"
    #expect(output.output.hasSuffix("\(finding)! Buses: rust; paint it\n"))
    let disabled = try await app.run(
      ["doctor"], folder: folder.url, environment: ["SHOP_DISABLE": "archives"])
    #expect(disabled.output.hasSuffix("✓ terminal\n! Buses: rust; paint it\n"))
  }

  @Test func `the doctor starts no module that has stored nothing`() async throws {
    let output = try await runDoctor([ArchiveModule.self])
    #expect(output.output.hasSuffix("✓ terminal\n"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "archives").path))
  }

  @Test func `without a data folder, modules are not asked and none is created`() async throws {
    let output = try await CommandLineApp.shop([RustyModule.self])
      .run(["doctor"], folder: folder.url)
    #expect(output.output.hasSuffix("✓ terminal\n"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.path))
  }

  @Test func `work of the main actor may begin before the doctor starts modules`() async {
    await #expect(processExitsWith: .success) {
      // Without the beginning, the process would wait for ever.
      alarm(60)
      let (folder, signals) = (TemporaryFolder(), HostSignals())
      let terminal = Terminal(descriptor: STDOUT_FILENO, environment: [:])
      let host = CommandLineHost(
        app: .shop([BusesModule.self]), folder: folder.url, output: terminal, errors: terminal,
        signals: signals)
      _ = await host.run(["doctor"])
      signals.waitForMainActor()
    }
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
    let app = CommandLineApp.shop([])
    for (isTerminal, expected) in [(true, count), (false, 0)] {
      let found = app.checks(in: folder.url, environment: environment, isTerminal: isTerminal)
      #expect(found["terminal"]?.findings.count == expected)
    }
  }
}
