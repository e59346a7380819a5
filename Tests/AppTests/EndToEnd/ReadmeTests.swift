import Foundation
import ModuleTesting
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// Runs every command of README.md and CONTRIBUTING.md, block by block.
@Suite struct ReadmeTests {
  /// The lines that `.ci/run` tests instead.
  private static let testedElsewhere: Set = [
    "swift test", "swift run -c release benchmarks", "swift run ticket-office",
    "swift run ticket-office --port 8081", "export METRO_TICKETS_URL=http://127.0.0.1:8081",
    "metro account sign-in ana", "metro checkout",
    "MODULE=Bookmarks swift test --scratch-path .build/Bookmarks",
    "MODULE=Store,Network swift test",
    "./generate.sh Todo", "swift run metro todo", "MODULE=Todo swift test",
    "MODULE=Todo swift run metro",
    "./generate.sh --remove Chore",
    // This asks for the key.
    "metro city realtime porto https://example.org/trips.pb --header api_key",
    // `AccessTests` and `PagesTests` open its pages.
    "metro web", "metro web \"metro://routing/plan?from=Trindade&to=Aliados\"",
    // `PluginTemplateTests` runs these.
    "./generate.sh --template Plugin Weather", "python3 ../weather/test_plugin.py",
    "swift run metro plugins add ../weather", "swift run metro plugins trust weather --yes",
    "swift run metro weather --limit 2",
    "./generate.sh --app Shop ../Shop", "cd ../Shop", "swift run shop products",
    "./generate.sh Wishlist", "./generate.sh --upgrade",
    "./generate.sh Diary --template Kept --uses Share",
    "./generate.sh Recipes --template Kept --item Recipe --fields \"name, minutes:int?, "
      + "course:main|dessert, until:day?\"",
    "./generate.sh Recipes --field \"servings:int=2\"", "./generate.sh --rename Todo Chore",
    "./generate.sh Todo --add action markDone",
    "./generate.sh --update Chore", "MODULE=Architecture swift test",
    "for module in $(./generate.sh --affected main); do MODULE=$module swift test; done",
    // `ReleaseTests` installs an archive.
    "sha256sum -c \(archive).tar.gz.sha256", "tar xf \(archive).tar.gz", "\(archive)/install.sh",
  ]
  private static let archive = "metro-\(Metro.app.version)-linux-x86_64"

  private static func blocks(of path: String) throws -> [[String]] {
    let file = SharedData.checkout.appending(path: path)
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.components(separatedBy: "```sh\n").dropFirst().map { block in
      block.prefix(upTo: block.range(of: "```")?.lowerBound ?? block.endIndex)
        .split(separator: "\n").map { line in
          String(line.prefix(upTo: line.range(of: "  #")?.lowerBound ?? line.endIndex))
            .trimmingCharacters(in: .whitespaces)
        }
    }
  }

  @Test(arguments: ["README.md", ".github/CONTRIBUTING.md"])
  func `each command runs and prints something`(path: String) async throws {
    var count = 0
    for block in try Self.blocks(of: path) {
      let session = try HostSession()
      for line in block where !Self.testedElsewhere.contains(line) {
        let needsFeed = block.contains { $0.contains("beijing.zip") }
        guard !needsFeed || (SharedData.isAvailable && TestOptions.isThorough) else { continue }
        let (variables, words) = try #require(Self.parse(line), "'\(line)' is no metro command")
        let result = try await session.run(words, environment: variables)
        #expect(result.code == .answered, "\(line)\n\(result.errors)")
        #expect(!result.output.isEmpty, "\(line)")
        count += 1
      }
    }
    #expect(count >= 5)
  }

  @Test(arguments: ["README.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md"])
  func `each link to a file leads to one`(path: String) throws {
    let document = SharedData.checkout.appending(path: path)
    let links = try String(contentsOf: document, encoding: .utf8)
      .matches(of: /\]\((?<target>[^)#\s]+)[^)]*\)/).map { String($0.target) }
      .filter { !$0.contains("://") }
    #expect(!links.isEmpty)
    for link in links {
      let file = document.deletingLastPathComponent().appending(path: link)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(path): \(link)")
    }
  }

  /// The variables and arguments of a line that calls metro; nil for other lines.
  private static func parse(_ line: String) -> ([String: String], [String])? {
    var words = words(of: line)
    var variables: [String: String] = [:]
    while let word = words.first, let sign = word.firstIndex(of: "="),
      word.prefix(upTo: sign).allSatisfy({ $0.isUppercase || $0 == "_" })
    {
      variables[String(word[..<sign])] = String(word[word.index(after: sign)...])
      words.removeFirst()
    }
    if words.prefix(2) == ["swift", "run"] { words.removeFirst(2) }
    guard words.first == "metro" else { return nil }
    return (
      variables,
      words.dropFirst().map {
        $0 == "beijing.zip" ? SharedData.path("feeds/beijing-2026.zip") : $0
      }
    )
  }
}
