import Foundation
import ModuleTesting
import TestSupport
import Testing

@testable import Plugins

@Suite struct UninstalledPluginTests {
  private let fixture = PluginFolderFixture()

  private func plugin(
    _ manifest: String = PluginFolderFixture.weather
  ) throws -> UninstalledPlugin {
    let source = try fixture.write(
      ["plugin.json": manifest, "weather.sh": "#!/bin/sh\n"],
      in: fixture.folder.url.appending(path: "work"))
    return try UninstalledPlugin(
      in: source, home: fixture.home, environment: ["WEATHER_KEY": "a key", "OTHER": "b"])
  }

  @Test func `a file that is saved at the start is to be saved again`() throws {
    let uninstalled = try plugin()
    let program = uninstalled.plugin.files[1].path
    try Data("#!/bin/bash\n".utf8).write(to: URL(filePath: program))
    let error = PluginFileError.changedAtStart(plugin: "weather", path: program)
    #expect(throws: error) { _ = try uninstalled.plugins.verify(uninstalled.plugin) }
    #expect(
      "\(error)" == "'\(program)' of the plug-in 'weather' was changed while it was started; "
        + "save it again")
    unlink(program)
    #expect(throws: error) { _ = try uninstalled.plugins.verify(uninstalled.plugin) }
  }

  @Test func `only the variables that it expects are taken from the environment`() throws {
    let variables = #", "env": [{"name": "WEATHER_KEY", "summary": "the key"}]}"#
    let uninstalled = try plugin(String(PluginFolderFixture.weather.dropLast()) + variables)
    #expect(uninstalled.givenVariables == ["WEATHER_KEY"])
    let program = try uninstalled.plugins.verify(uninstalled.plugin)
    #expect(program.variables.values == ["WEATHER_KEY": "a key"])
  }
}
