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
}
