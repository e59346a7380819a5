import Console
import Foundation
import HostKit
import ModuleManager
import ModuleTesting
import NetworkInterface
import Testing

@testable import MyApp

/// The app with all its modules. It reaches no network: samples of the modules answer in place of
/// Network.
@Suite struct AppTests {
  private static let app = MyApp.app.withStubs(of: [Network.self])
  /// The command lines that the help shows: those of the commands in alphabetical order.
  private static let examples =
    app.modules.flatMap { $0.contributions(of: Command.self) }
    .sorted { $0.words.lexicographicallyPrecedes($1.words) }.flatMap(\.examples) + app.examples

  private let folder = TemporaryFolder()

  private func run(_ line: String) async throws -> CommandLineOutput {
    try await Self.app.run(line.words, folder: folder.url)
  }

  @Test
  func `the examples of the help run in turn, and modules call and publish what they declare`()
    async throws
  {
    let monitor = ManifestMonitor()
    var failures: [String: [String]] = [:]
    for example in Self.examples {
      let result = try await Self.app.run(
        example.words, folder: folder.url, interceptor: monitor)
      if result.code != .answered || result.output.isEmpty {
        failures[result.errors, default: []].append("'\(example)'")
      }
    }
    // An address without a sample makes all examples fail that read it, for one reason.
    for (reason, examples) in failures {
      Issue.record("\(examples.joined(separator: ", ")): \(reason)")
    }
    #expect(monitor.violations(by: Self.app.modules) == [])
  }

  @Test func `the doctor finds no problem`() async throws {
    let result = try await run("doctor")
    #expect(result.code == .answered, "\(result.output)\(result.errors)")
  }

  @Test func `every module starts`() async throws {
    struct Listing: Decodable {
      let name: String
      let state: String
    }
    let result = try await run("modules --start --json")
    try #require(!result.output.isEmpty, "\(result.errors)")
    let modules = try JSONDecoder().decode([Listing].self, from: Data(result.output.utf8))
    #expect(modules.count == Self.app.modules.count)
    #expect(modules.filter { $0.state == "failed" }.map(\.name) == [])
  }

  @Test func `the features follow the rules that generate.sh checks`() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [package.appending(path: "generate.sh").path, "--check"]
    process.standardOutput = output
    try process.run()
    let problems = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: problems, as: UTF8.self))")
  }

  @Test func `every scene of the menu is a page`() async throws {
    let menu = try await Self.app.page(at: "/", folder: folder.url)
    #expect(menu.code == .answered, "\(menu.errors)")
    let paths = Set(
      menu.output.matches(of: /href="(\/at\/scenes\/[^"\/?]+)/).map { String($0.1) })
    #expect(!paths.isEmpty, "\(menu.output)")
    for path in paths {
      let page = try await Self.app.page(at: path, folder: folder.url)
      #expect(page.code == .answered, "\(path): \(page.errors)")
      #expect(page.output.contains("data-location=\"\(path)\""), "\(page.output)")
    }
  }

  @Test func `an unknown command is an error`() async throws {
    let result = try await run("unknown")
    #expect(result.code == .badCommandLine)
    #expect(result.errors.contains("'unknown'"))
    #expect(result.output.isEmpty)
  }
}

extension String {
  /// The words of a command line; quotes keep a text with spaces together.
  fileprivate var words: [String] {
    matches(of: /"([^"]*)"|(\S+)/).map { String($0.1 ?? $0.2 ?? "") }
  }
}
