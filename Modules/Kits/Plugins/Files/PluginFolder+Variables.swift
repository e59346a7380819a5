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
  /// - Throws: `PluginFileError.notConfigured` if a value is missing, `.notInEnvironment` if it is one
  ///   of a plug-in that is not installed, `.damagedValues`.
  package func variables(
    of manifest: PluginManifest
  ) throws(PluginFileError) -> PluginVariables {
    guard let declared = manifest.env, !declared.isEmpty else {
      return PluginVariables([], given: [:])
    }
    let name = manifest.name
    let given: [String: GivenValue]
    if let own = self.given { given = own } else { given = try values(of: name) }
    let missing = declared.filter { $0.isRequired && given[$0.name] == nil }.map(\.name)
    guard missing.isEmpty else {
      if self.given == nil { throw .notConfigured(name, variables: missing) }
      throw .notInEnvironment(name, variables: missing)
    }
    return PluginVariables(declared, given: given)
  }

  /// The values that the person has given, by the names of the variables.
  /// - Throws: `PluginFileError.damagedValues`, also when other users may write the file.
  package func values(of name: String) throws(PluginFileError) -> [String: GivenValue] {
    let path = valuesFile(of: name).path
    func damaged(_ reason: String) -> PluginFileError {
      .damagedValues(plugin: name, path: path, reason: reason)
    }
    guard let status = stat(ofLinkAt: path) else { return [:] }
    guard status.kind == S_IFREG else { throw damaged("it is not a regular file") }
    guard status.st_uid == geteuid(), status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw damaged("other users may write it")
    }
    do {
      let file = try FileHandle.reading(path, flags: O_NOFOLLOW)
      let content = try file.read(upToCount: Self.maximumValuesSize) ?? Data()
      return try JSON.decode([String: GivenValue].self, from: content)
    } catch {
      throw damaged(error is POSIXError ? error.systemReason : "it is not what was written")
    }
  }

  /// Stores a value of a variable, which the program reads at its next start.
  /// An app that runs starts it again.
  /// - Parameter value: The text; nil to forget it.
  /// - Throws: `PluginFileError.unknown`, `.unknownVariable`, `.badValue`, `.damagedValues`,
  ///   `.unusable`. Nothing has changed then, unless only the apps that run could not be told.
  package func setValue(
    _ value: String?, of variable: String, of plugin: String
  ) throws(PluginFileError) {
    let known = try manifest(of: plugin).env ?? []
    guard let declared = known.first(where: { $0.name == variable }) else {
      throw .unknownVariable(variable, plugin: plugin, known: known.map(\.name))
    }
    if let reason = value.flatMap(PluginVariable.problem(ofValue:)) {
      throw .badValue(variable, reason: reason)
    }
    try locked { () throws(PluginFileError) in
      var values = try values(of: plugin)
      values[variable] = value.map { GivenValue(text: $0, isSecret: declared.isSecret) }
      // What an earlier version of the plug-in expected is forgotten.
      values = values.filter { name, _ in known.contains { $0.name == name } }
      do {
        try DataFolder(home.appending(path: plugin)).write(
          JSON.encode(values), to: Self.valuesFileName)
      } catch {
        throw .unusable(valuesFile(of: plugin).path, reason: error.systemReason)
      }
      try noteConfiguration(of: plugin)
    }
  }

  /// Forgets all values of a plug-in.
  /// - Throws: `PluginFileError.unusable`.
  package func forgetValues(of plugin: String) throws(PluginFileError) {
    try locked { () throws(PluginFileError) in
      try removeValues(of: plugin)
      try noteConfiguration(of: plugin)
    }
  }

  /// Lets the program of a plug-in start again, in the apps that run. With a damaged index, these
  /// keep what they have.
  private func noteConfiguration(of plugin: String) throws(PluginFileError) {
    do { try changeIndex { $0.noteConfiguration(of: plugin) } } catch {
      guard case .damagedIndex = error else { throw error }
    }
  }

  /// Whether there are values for a plug-in of the name.
  func hasValues(of plugin: String) -> Bool { stat(ofLinkAt: valuesFile(of: plugin).path) != nil }

  /// Removes the values of a plug-in while the folder is locked.
  func removeValues(of plugin: String) throws(PluginFileError) {
    let path = valuesFile(of: plugin).path
    guard unlink(path) == 0 || [ENOENT, ENOTDIR].contains(errno) else {
      throw Self.lastError(path)
    }
  }

  private func valuesFile(of plugin: String) -> URL {
    home.appending(path: plugin).appending(path: Self.valuesFileName)
  }
}
