import Foundation
import Mediator
import Platform

/// The values of the variables that plug-ins expect: a file in the data folder of each, which only
/// the current user can read.
extension PluginFolder {
  /// The name of the file.
  static let valuesFileName = "variables.json"
  /// The maximum size of the file in bytes.
  private static let maximumValuesSize = 1 << 20

  /// The variables that the plug-in expects, with the values that the person has given.
  /// - Throws: `PluginFileError.notConfigured` if a value is missing, `.damagedValues`.
  package func variables(
    of manifest: PluginManifest
  ) throws(PluginFileError) -> PluginVariables {
    guard let declared = manifest.env, !declared.isEmpty else {
      return PluginVariables([], given: [:])
    }
    let given = try values(of: manifest.name)
    let missing = declared.filter { $0.isRequired && given[$0.name] == nil }.map(\.name)
    guard missing.isEmpty else { throw .notConfigured(manifest.name, variables: missing) }
    return PluginVariables(declared, given: given)
  }

  /// The values that the person has given, by the names of the variables.
  /// - Throws: `PluginFileError.damagedValues`, also when other users may write the file.
  package func values(of name: String) throws(PluginFileError) -> [String: String] {
    let path = valuesFile(of: name).path
    do {
      guard stat(ofLinkAt: path) != nil else { return [:] }
      let file = PluginFile(path)
      try file.checkOwner()
      return try JSON.decode(
        [String: String].self, from: file.content(limit: Self.maximumValuesSize))
    } catch {
      let reason =
        error is PluginFileError || error is POSIXError
        ? "\(error)" : "it is not what was written"
      throw .damagedValues(plugin: name, path: path, reason: reason)
    }
  }

  /// Stores a value of a variable, which takes effect at the next start of the program.
  /// - Parameter value: The text; nil to forget it.
  /// - Throws: `PluginFileError.unknown`, `.unknownVariable`, `.badValue`, `.damagedValues`,
  ///   `.unusable`. Nothing has changed then.
  package func setValue(
    _ value: String?, of variable: String, of plugin: String
  ) throws(PluginFileError) {
    let known = try manifest(of: plugin).env ?? []
    guard known.contains(where: { $0.name == variable }) else {
      throw .unknownVariable(variable, plugin: plugin, known: known.map(\.name))
    }
    if let reason = value.flatMap(PluginVariable.problem(ofValue:)) {
      throw .badValue(variable, reason: reason)
    }
    try locked { () throws(PluginFileError) in
      var values = try values(of: plugin)
      guard values[variable] != value else { return }
      values[variable] = value
      // What an earlier version of the plug-in expected is forgotten.
      values = values.filter { name, _ in known.contains { $0.name == name } }
      do {
        try DataFolder(home.appending(path: plugin)).write(
          JSON.encode(values), to: Self.valuesFileName)
      } catch {
        throw .unusable(valuesFile(of: plugin).path, reason: error.systemReason)
      }
    }
  }

  /// Removes the values of a plug-in.
  func removeValues(of plugin: String) {
    unlink(valuesFile(of: plugin).path)
  }

  private func valuesFile(of plugin: String) -> URL {
    home.appending(path: plugin).appending(path: Self.valuesFileName)
  }
}
