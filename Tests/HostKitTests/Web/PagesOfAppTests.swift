import Console
import Documents
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Scenes
import Testing

@testable import HostKit

private enum Lamps: Interface {}

private struct LampsModule: Module {
  static let manifest = Manifest(Lamps.self, summary: "")
  static let contributions = Contributions([
    SceneDescription("Lamps", "see the lamps") { _ in
      let lamps = ListSection(
        "lamps", id: \String.self, layout: .table(.init { .init(verbatim: $0) })
      ) { request in request.page(of: ["Table lamp"]) }
      return ListScene("Lamps", [lamps])
    }
  ])
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
}

/// The pages of an app, and its files for them.
struct PagesOfAppTests {
  private let folder = TemporaryFolder()

  private func app(_ files: [String: [UInt8]] = [:]) -> CommandLineApp {
    CommandLineApp(
      name: "shop", summary: "", version: "1", examples: [], modules: [LampsModule.self],
      webFiles: files)
  }

  @Test func `a scene of a module is a page without more`() async throws {
    let menu = try await app().page(at: "/", folder: folder.url)
    #expect(menu.code == .answered, "\(menu.errors)")
    #expect(menu.output.contains(#"href="/at/scenes/Lamps"#), "\(menu.output)")
    let page = try await app().page(at: "/at/scenes/Lamps", folder: folder.url)
    #expect(page.output.contains(#"<h1 aria-current="page">Lamps</h1>"#))
    #expect(page.output.contains("Table lamp"))
  }

  @Test func `a path that is no address of a page is an error`() async throws {
    let result = try await app().page(at: "/lamps", folder: folder.url)
    #expect(result.code == .failed && result.output.isEmpty)
    #expect(result.errors == "shop: there is no such page; the first one is at '/'\n")
  }

  @Test func `another file changes the address of the icon`() async throws {
    func icon(_ files: [String: [UInt8]]) async throws -> String {
      let page = try await app(files).page(at: "/", folder: folder.url)
      return String(try #require(page.output.firstMatch(of: /href="(\/icon\.svg\?v=[^"]+)"/)).1)
    }
    let own = try await icon(["icon.svg": Array("<svg/>".utf8)])
    #expect(try await icon([:]) != own)
  }

  @Test func `the doctor and the pages report a file that pages do not load`() async throws {
    let app = app(["page.html": []])
    let reason =
      "pages do not load files such as 'page.html'; "
      + "expected one of the types css, ico, jpg, js, png, svg, webp"
    #expect(app.checks(in: folder.url)["pages"]?.findings == [reason])
    let page = try await app.page(at: "/", folder: folder.url)
    #expect(page.errors == "shop: \(reason)\n")
  }
}
