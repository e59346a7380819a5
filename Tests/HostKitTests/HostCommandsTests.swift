import Console
import Mediator
import ModuleManager
import ModuleTesting
import Testing

@testable import HostKit

private enum Texts: Interface {}

/// Its commands print a text each.
private struct TextsModule: Module {
  static let texts = ["nothing": "", "line": "x", "image": "<svg/>\n", "calendar": "A\r\nB\r\n"]
  static let manifest = Manifest(Texts.self, summary: "")
  static let contributions = Contributions(
    texts.map { name, text in
      Command(name, "Print a text", outputType: String.self, examples: [name]) { _ in
        CommandResult(text) { text, _ in text }
      }
    })
  init(context: ModuleContext) {}
  func connect(_ connection: Connection) {}
}

@Suite struct HostCommandsTests {
  @Test(arguments: [
    ("nothing", ""), ("line", "x\n"), ("image", "<svg/>\n"), ("calendar", "A\r\nB\r\n"),
  ])
  func `a line break is added only to an output that does not end with one`(
    command: String, output: String
  ) async throws {
    #expect(try await CommandLineApp.shop([TextsModule.self]).run(command).output == output)
  }

  @Test(arguments: [
    (options: ["--shell=bash", "--breaks= "], line: "modules"),
    (["--shell=fish"], "modules\tList modules with their state, actions and dependencies"),
    (["--breaks= "], "modules"),
    ([], "modules\tList modules with their state, actions and dependencies"),
  ])
  func `completion scripts of earlier versions, which do not name their shell, still work`(
    options: [String], line: String
  ) async throws {
    let folder = TemporaryFolder()
    let result = try await CommandLineApp.shop([]).run(
      ["complete", "--line=shop modu"] + options, folder: folder.url)
    #expect(result.code == .answered)
    #expect(result.output == line + "\n")
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
}
