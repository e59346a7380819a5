import AboutInterface
import Console
import Documents
import Foundation
import TestSupport
import Testing

@testable import HostKit
@testable import metro

@Suite struct AboutTests {
  @Test func `about shows the version and the data folder`() async throws {
    let session = try HostSession()
    let output = try await session.run("about").output
    #expect(output.hasPrefix("metro \(Metro.app.version)\n"))
    #expect(output.contains(session.folder.lastPathComponent))
    #expect(try await session.run("--version").output == "metro \(Metro.app.version)\n")
    let version = try await session.run("--version", "--json").output
    #expect(version == "{\"version\":\"\(Metro.app.version)\"}\n")
  }

  private static var releases: [Release] {
    get async throws {
      let output = try await HostSession().run("versions", "--json").output
      return try JSONDecoder().decode([Release].self, from: Data(output.utf8))
    }
  }

  @Test func `the latest release has the version of the app`() async throws {
    #expect(try await Self.releases.first?.version == Metro.app.version)
  }

  @Test func `the changelog has an entry with the day of each release`() async throws {
    let file = SharedData.checkout.appending(path: ".github/CHANGELOG.md")
    let headings = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("## ") }
    let expected = try await Self.releases.map {
      "## \($0.version) (\($0.date ?? "unreleased"))"
    }
    #expect(headings.map(String.init) == expected)
  }

  @Test func `credits name the licence of the built-in city`() async throws {
    let credits = try JSONDecoder().decode(
      [Credit].self, from: Data(try await HostSession().run("credits", "--json").output.utf8))
    #expect(credits.contains { $0.work.hasPrefix("Porto") && $0.licence == "MIT" })
  }

  @Test(arguments: [40, 80, 120])
  func `no line about the host is wider than the terminal`(columns: Int) async throws {
    let session = try HostSession()
    for line in [["about"], ["credits"], ["versions"], ["help", "open"], ["mind", "the", "gap"]] {
      let output = try await session.run(line, columns: columns).output
      for text in output.split(separator: "\n").map(String.init) where text.columns > columns {
        let words = text.split(separator: " ")
        #expect(words.count == 1, "only a long word of an example may be wider: \(text)")
      }
    }
  }
}
