import Foundation
import ModuleTesting
import Testing

@testable import HostKit

@Suite struct ConfigurationCheckTests {
  private let folder = TemporaryFolder()

  @Test func `an unknown setting is reported with a similar one`() {
    let found = CommandLineApp.shop([]).checks(in: folder.url, environment: ["SHOP_LGO": "info"])
    let finding = found["configuration"]?.findings.first
    #expect(finding?.contains("did you mean 'SHOP_LOG'?") == true)
  }

  @Test(arguments: [
    ("https://ann:secret@example.org", 0o644, true), ("https://example.org/?key=1", 0o640, true),
    ("https://ann:secret@example.org", 0o600, false), ("https://example.org", 0o644, false),
    ("who?", 0o644, false),
  ])
  func `a secret in a configuration file that others can read is a warning`(
    colour: String, mode: Int, isReported: Bool
  ) throws {
    let file = folder.url.appending(path: "config.json")
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try JSONEncoder().encode(["kiosks": ["colour": colour]]).write(to: file)
    #expect(chmod(file.path, mode_t(mode)) == 0)
    let check = CommandLineApp.shop([KiosksModule.self]).checks(in: folder.url)["configuration"]
    #expect(check?.findings == [])
    #expect(
      check?.warnings
        == (isReported
          ? [
            "other users can read '\(file.path)', and 'kiosks.colour' may contain a secret; "
              + "run 'chmod 600 \(file.path)'"
          ] : []))
  }
}
