import Console
import Foundation
import ModuleManager
import Testing

@testable import metro

@Suite struct AboutTests {
  @Test func `about shows the version and the data folder`() async throws {
    let session = try HostSession()
    let output = try await session.run("about").output
    #expect(output.hasPrefix("metro \(Release.latest.version)\n"))
    #expect(output.contains(session.folder.lastPathComponent))
    #expect(try await session.run("--version").output == "metro \(Release.latest.version)\n")
    let version = try await session.run("--version", "--json").output
    #expect(version == "{\"version\":\"\(Release.latest.version)\"}\n")
  }

  @Test func `credits name the licence of the built-in city`() async throws {
    let credits = try JSONDecoder().decode(
      [Credit].self, from: Data(try await HostSession().run("credits", "--json").output.utf8))
    #expect(credits.contains { $0.work.hasPrefix("Porto") && $0.licence == "MIT" })
  }

  @Test func `the releases are drawn as a line that ends at the first release`() {
    let releases = [("2.0.0", "Two"), ("1.0.0", "One")].map { version, title in
      Release(version: version, date: "2026-01-01", title: title, changes: ["something new"])
    }
    #expect(
      VersionsView.text(releases, on: Page(columns: 14)) == """
        ● 2.0.0 Two
        ┃ 2026-01-01
        ┃ · something
        ┃   new
        ┃
        ● 1.0.0 One
          2026-01-01
          · something
            new
        """)
  }

  @Test func `the releases are listed by descending version`() {
    let versions = Release.all.map { $0.version.split(separator: ".").compactMap { Int($0) } }
    #expect(versions.allSatisfy { $0.count == 3 })
    for (later, earlier) in zip(versions, versions.dropFirst()) {
      #expect(earlier.lexicographicallyPrecedes(later))
    }
    #expect(Release.all.first?.version == Release.latest.version)
  }

  @Test(arguments: [40, 80, 120])
  func `no line about the host is wider than the terminal`(columns: Int) async throws {
    let session = try HostSession()
    for line in [["about"], ["credits"], ["versions"], ["help", "open"], ["mind", "the", "gap"]] {
      let output = try await session.run(line, columns: columns).output
      for text in output.split(separator: "\n").map(String.init) where text.columns > columns {
        #expect(text.hasPrefix("  metro "), "only an example may be wider: \(text)")
      }
    }
  }
}
