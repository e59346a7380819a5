import Foundation
import ModuleTesting
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// Uses a plug-in that `generate.sh` makes, as the README says.
@Suite(.highPriority, .timeLimit(.minutes(15))) struct PluginTemplateTests {
  private let folder = TemporaryFolder()
  private let session: HostSession

  init() throws {
    let environment = ProcessInfo.processInfo.environment
    session = try HostSession(
      environment: environment.filter { ["HOME", "PATH"].contains($0.key) })
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
  }

  private static let hasPython = (try? run("python3", "--version"))?.isEmpty == false

  /// Runs a program of the system, and returns what it prints.
  @discardableResult
  private static func run(_ words: String...) throws -> String {
    let (code, output) = try ChildProcess.run(
      ["/usr/bin/env"] + words, environment: ProcessInfo.processInfo.environment)
    #expect(code == 0, "\(words): \(output)")
    return output
  }

  private func output(of line: String...) async throws -> String {
    let result = try await session.run(line)
    #expect(result.code == .answered, "\(line): \(result.errors)")
    return result.output
  }

  private static let languages = [("python", "python3"), ("bash", "bash"), ("js", "node")]
    .filter { _, program in
      let version = try? ChildProcess.run(
        ["/usr/bin/env", program, "--version"],
        environment: ProcessInfo.processInfo.environment)
      return version?.code == 0
    }
    .map(\.0)

  @Test(arguments: languages)
  func `a plug-in from the template passes its cases in each language`(
    language: String
  ) async throws {
    let script = SharedData.checkout.appending(path: "generate.sh").path
    let plugin = folder.url.appending(path: "weather").path
    try Self.run(script, "--template", "Plugin", "Weather", plugin, "--language", language)
    #expect(
      try await output(of: "plugins", "test", plugin) == """
        ✓ weather: weather, ask
        ✓ weather {"limit":1}
        ✓ weather {}
        ✓ weather {"limit":-1}
        ✓ ask {"action":"nothing/list"}

        """)
  }

  @Test(.enabled(if: hasPython, "Python 3 is not installed"))
  func `a plug-in from the template answers, and calls the app`() async throws {
    let script = SharedData.checkout.appending(path: "generate.sh").path
    let plugin = folder.url.appending(path: "weather").path
    try Self.run(script, "--template", "Plugin", "Weather", plugin)
    #expect(try await output(of: "plugins", "add", plugin).hasPrefix("Added 'weather' "))

    let refused = try await session.run("weather")
    #expect(refused.code != .answered && refused.errors.contains("plugins trust weather"))
    let review = try await output(of: "plugins", "trust", "weather", "--yes")
    let action = try #require(review.firstMatch(of: /[a-z-]+\/list/)).output

    let items = try await output(of: "weather", "--limit", "2")
    for place in [SharedData.checkout, folder.url.appending(path: "weather")] {
      let readme = try String(contentsOf: place.appending(path: "README.md"), encoding: .utf8)
      #expect(readme.contains("\n```\n\(items)```\n"), "\(items)")
    }
    let answer = try await output(of: "weather", "ask", String(action))
    #expect(answer.contains("EUR") || action != "fares/list" && !answer.contains("error"))
    #expect(try await output(of: "help", "weather").contains("the largest number of items"))
    let json = try await output(of: "weather", "--limit", "1", "--json")
    #expect(json.contains(#""title""#) && json.contains("Sample item 1"))
    let log = try await output(of: "plugins", "log", "weather")
    #expect(log == "'weather' has written nothing\n")
    #expect(try await output(of: "plugins", "remove", "weather").contains("'weather'"))
  }
}
