import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Scenes
import ShareInterface
import TestSupport
import Testing

@testable import HostKit
@testable import metro

@Suite struct AppModulesTests {
  @Test
  func `every example runs, and each module calls and publishes only what it declares meanwhile`()
    async throws
  {
    let monitor = ManifestMonitor()
    let session = try HostSession()
    let folder = session.folder.appending(path: "written")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let files: Set = ["trip.ics", "map.svg", "bookmarks.json"]
    for example in HostCommands(Metro.app).documented.flatMap(\.examples) {
      let words = words(of: example)
      guard !HostSession.needsExternalData(words) else { continue }
      let line = words.map { files.contains($0) ? folder.appending(path: $0).path : $0 }
      let result = try await session.run(line, interceptor: monitor)
      #expect(result.code == .answered, "metro \(example): \(result.errors)")
    }
    #expect(monitor.violations(by: Metro.app.modules) == [])
    #expect(monitor.calls(by: "Journeys").contains("routing/search"))
  }

  @Test func `the doctor finds no problem, and leaves no files`() async throws {
    let session = try HostSession()
    let result = try await session.run("doctor")
    #expect(result.code == .answered, "\(result.output)")
    #expect(!FileManager.default.fileExists(atPath: session.folder.path))
  }

  @Test func `every action except native ones has an input that a command line can give`() throws {
    for action in AppModules.all.flatMap({ $0.manifest.answers }) {
      let schema = try action.inputSchema
      #expect((schema == nil) == (action.exposure == .native), "\(action.path)")
      #expect(throws: Never.self, "\(action.path)") { try schema?.parameters() }
    }
  }

  /// A module that was just generated may still have no row.
  @Test func `the README's table of modules is correct`() throws {
    let file = SharedData.checkout.appending(path: "README.md")
    let readme = try String(contentsOf: file, encoding: .utf8)
    let table = readme.split(separator: "\n").filter { $0.contains("| `Modules/") }
    let rows = AppModules.all.map { $0.manifest }.map { manifest in
      let actions = manifest.answers.map { $0.name }.joined(separator: ", ")
      let events = manifest.publishes.map { "\($0)" }.joined(separator: ", ")
      return "| \(manifest.name) | \(actions) |\(events.isEmpty ? "" : " \(events)") | "
        + "`Modules/\(manifest.name)` |"
    }
    #expect(table.count > 5)
    func name(_ row: some StringProtocol) -> String {
      String(row.dropFirst(2).prefix { $0 != " " })
    }
    for row in table where !rows.contains(String(row)) {
      let remedy =
        rows.first { name($0) == name(row) }.map { "differs from its manifest; write: \($0)" }
        ?? "names no module; remove it"
      Issue.record("the README's row of \(name(row)) \(remedy)")
    }
    let order = rows.map { name($0) }
    #expect(table.map { name($0) } == order.filter { table.map { name($0) }.contains($0) })
  }
}
