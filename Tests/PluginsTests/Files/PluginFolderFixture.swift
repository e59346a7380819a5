import Foundation
import Mediator
import ModuleTesting
import Testing

@testable import Plugins

/// A data folder with plug-ins whose programs are scripts, which the tests do not start.
struct PluginFolderFixture {
  static let weather = #"{"name": "weather", "summary": "Weather", "command": ["./weather.sh"]}"#

  let folder = TemporaryFolder()

  var home: URL { folder.url.appending(path: "home") }
  var plugins: PluginFolder { PluginFolder(in: home) }

  /// Writes files in a new folder that only this user can read.
  @discardableResult
  func write(_ files: [String: String], in url: URL, mode: Int = 0o700) throws -> URL {
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for (name, content) in files {
      let file = url.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try Data(content.utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    }
    return url
  }

  /// Writes the plug-in `weather` into the folder of plug-ins.
  @discardableResult
  func install(
    _ manifest: String = weather, program: String = "#!/bin/sh\n", more: [String: String] = [:]
  ) throws -> URL {
    try FileManager.default.createDirectory(
      at: plugins.url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    chmod(home.path, 0o700)
    let files = ["plugin.json": manifest, "weather.sh": program]
    return try write(files.merging(more) { $1 }, in: plugins.folder(of: "weather"))
  }

  /// Trusts the plug-in `weather` as it is.
  func trust(path: String = "/usr/bin:/bin") throws -> InstalledPlugin {
    let manifest = try plugins.manifest(of: "weather")
    let plugin = InstalledPlugin(
      manifest: manifest, files: try plugins.trustedFiles(of: manifest, searching: path),
      era: .legacy, tools: [])
    try plugins.trust(plugin)
    return plugin
  }

  /// The path of a file of the plug-in `weather`, without links.
  func path(_ name: String) -> String {
    (PluginFile(plugins.folder(of: "weather").path).resolvedPath ?? "") + "/" + name
  }
}
