package import Foundation
import Mediator
import Platform

/// A plug-in in the folder of its author, which is neither copied nor trusted: the person has named
/// the folder.
///
/// A temporary folder of plug-ins has a link to it, so that the host starts it as any other one, and
/// with the same checks: only the current user and root can change what it consists of. It gets no
/// values that are stored for an installed plug-in of its name. The temporary folder is removed with
/// the value.
package final class UninstalledPlugin: Sendable {
  /// The folder of plug-ins with the link.
  package let plugins: PluginFolder
  /// The plug-in as it is now, before its tools are known.
  package let plugin: InstalledPlugin
  private let temporary: URL

  /// Reads the plug-in in a folder.
  /// - Parameters:
  ///   - home: The app's data folder.
  ///   - environment: Has the values of the variables that the plug-in expects, and `PATH`, in which
  ///     a program without a slash is searched.
  /// - Throws: `PluginFileError`.
  package init(
    in source: URL, home: URL, environment: [String: String]
  ) throws(PluginFileError) {
    let manifest = try PluginManifest(inFolder: source)
    temporary = FileManager.default.temporaryDirectory
      .appending(path: "\(UUID())", directoryHint: .isDirectory)
    var given: [String: GivenValue] = [:]
    for variable in manifest.env ?? [] {
      guard let value = environment[variable.name] else { continue }
      if let reason = PluginVariable.problem(ofValue: value) {
        throw .badValue(variable.name, reason: reason)
      }
      given[variable.name] = GivenValue(text: value, isSecret: variable.isSecret)
    }
    let links = temporary.appending(path: "plugins", directoryHint: .isDirectory)
    plugins = PluginFolder(in: home, at: links, given: given)
    do {
      for folder in [home, temporary, links] { try DataFolder(folder).create() }
      try FileManager.default.createSymbolicLink(
        at: links.appending(path: manifest.name), withDestinationURL: source)
      let files = try plugins.trustedFiles(
        of: manifest, searching: environment["PATH"] ?? "/usr/bin:/bin")
      plugin = InstalledPlugin(manifest: manifest, files: files, era: .modern, tools: [])
    } catch {
      try? FileManager.default.removeItem(at: temporary)
      throw error as? PluginFileError ?? .unusable(temporary.path, reason: error.systemReason)
    }
  }

  deinit { try? FileManager.default.removeItem(at: temporary) }

  /// The names of the variables that it gets from the environment, in alphabetical order.
  package var givenVariables: [String] { (plugins.given ?? [:]).keys.sorted() }

  /// The folder for what the module of the plug-in writes.
  package var data: URL { temporary.appending(path: "data", directoryHint: .isDirectory) }
}

extension PluginFolder {
  /// Removes the log of a plug-in that has run without being installed.
  package func removeLog(ofUninstalled name: String) {
    guard !names.contains(name) else { return }
    let data = home.appending(path: name)
    unlink(data.appending(path: StandardErrorLog.fileName).path)
    rmdir(data.appending(path: Self.temporary).path)
    rmdir(data.path)
  }
}
