import Foundation
import Mediator
import Plugins
import Testing

@Suite struct PluginManifestTests {
  @Test func `a manifest needs a name, a summary and a command`() throws {
    let manifest = try JSON.decode(
      PluginManifest.self,
      from: Data(#"{"name": "clock", "summary": "The time", "command": ["./clock.sh"]}"#.utf8))
    #expect(manifest.command == ["./clock.sh"])
    #expect(manifest.calls == nil)
    #expect(throws: DecodingError.self) {
      try JSON.decode(PluginManifest.self, from: Data(#"{"name": "clock", "summary": ""}"#.utf8))
    }
  }
}
