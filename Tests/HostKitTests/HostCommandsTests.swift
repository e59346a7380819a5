import Console
import ModuleTesting
import Testing

@testable import HostKit

@Suite struct HostCommandsTests {
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
