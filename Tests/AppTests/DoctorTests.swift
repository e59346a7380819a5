import Foundation
import Mediator
import ModuleManager
import TestSupport
import Testing

@testable import metro

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
  static let act = Action<Question, Empty>(Odd.self, "act")
}

/// Holds what refuses the values that a description tries.
private struct Question: Codable, Sendable {
  enum Only: String, Codable { case one }
  let only: Only
}

private struct OddModule: Module {
  static let manifest = Manifest(Odd.self, summary: "", answers: [Odd.act])
  init(context: ModuleContext) {}
  func connect(_ connection: Connection) { connection.answer(Odd.act) { _ in Empty() } }
}

@Suite struct DoctorTests {
  private let folder = TemporaryFolder()

  private func findings(
    _ modules: [any Module.Type], folder: URL? = nil, environment: [String: String] = [:],
    isTerminal: Bool = false
  ) -> [String: [String]] {
    let doctor = Doctor(
      modules: modules, folder: folder ?? self.folder.url, environment: environment,
      isTerminal: isTerminal)
    return Dictionary(
      uniqueKeysWithValues: doctor.diagnosis.checks.map { ($0.name, $0.findings) })
  }

  @Test func `this host is healthy, and a check leaves nothing behind`() throws {
    #expect(findings(AppModules.all).values.allSatisfy { $0.isEmpty })
    #expect(!FileManager.default.fileExists(atPath: folder.url.path))
  }

  @Test func `an event that nobody publishes and a requirement that nobody answers are found`() {
    let found = findings([TramsModule.self])
    #expect(found["events"]?.first?.contains("follows TramArrived, which nobody publishes") == true)
    #expect(
      found["requirements"]?.first?.contains("'Trams' requires 'Buses', which nobody") == true)
    #expect(found["composition"]?.count == 1)
  }

  @Test func `a requirement that is disabled is found`() {
    let found = findings(
      [TramsModule.self, BusesModule.self], environment: ["METRO_DISABLE": "buses"])
    #expect(found["requirements"]?.first?.contains("take 'buses' out of METRO_DISABLE") == true)
    #expect(found["composition"]?.isEmpty == true)
  }

  @Test func `a data folder that is a file is found`() {
    let found = findings([], folder: URL(filePath: #filePath))
    #expect(found["data folder"]?.first?.contains("set METRO_HOME") == true)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self")))
  func `a data folder that nobody can write is found`() {
    let found = findings([], folder: URL(filePath: "/proc/metro"))
    #expect(found["data folder"]?.first?.hasPrefix("'/proc' cannot be written; ") == true)
  }

  @Test func `a file in the data folder that is not there for this person is found`() throws {
    let link = folder.url.appending(path: "bookmarks/dangling")
    try FileManager.default.createDirectory(
      at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: "/nowhere/\(UUID())")
    let found = findings([])
    #expect(found["data folder"]?.first?.hasPrefix("'\(link.path)' cannot be read") == true)
    #expect(found["data folder"]?.first?.contains("chmod") == true)
  }

  @Test func `an input that cannot be described and a wrong setting are found`() {
    let found = findings([OddModule.self], environment: ["METRO_LGO": "info"])
    #expect(found["inputs"]?.first?.hasPrefix("'odd/act' cannot be described") == true)
    #expect(found["configuration"]?.first?.contains("did you mean 'METRO_LOG'?") == true)
  }

  @Test(arguments: [
    (["TERM": "xterm", "LANG": "C.UTF-8"], 0), (["TERM": "dumb", "LANG": "C.UTF-8"], 1),
    (["TERM": "xterm", "LANG": "C"], 1), (["LC_ALL": "POSIX", "LANG": "C.UTF-8"], 2),
  ])
  func `a terminal that cannot show everything is found`(environment: [String: String], count: Int)
  {
    #expect(findings([], environment: environment, isTerminal: true)["terminal"]?.count == count)
    #expect(findings([], environment: environment)["terminal"]?.isEmpty == true)
  }

  @Test func `findings end the command with 1, each with its remedy`() async throws {
    let session = try HostSession(modules: [TramsModule.self])
    let result = try await session.run("doctor")
    #expect(result.code == .failed)
    #expect(result.output.contains("✗ events: 'Trams' follows TramArrived"))
    #expect(result.output.contains("✓ configuration"))
    #expect(try await session.run("doctor", "--json").output.contains("\"findings\":[]"))
    #expect(try await session.run("modules").code == .failed)
  }
}
