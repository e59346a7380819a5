import Console
import Plugins

extension InstalledPlugin {
  /// What differs from an earlier version, a line for each part.
  func changes(since earlier: InstalledPlugin) -> [String] {
    let (new, old) = (manifest, earlier.manifest)
    let files = files.filter { !earlier.files.contains($0) }.map(\.path)
    return [
      Self.line("version", [old.version], [new.version]),
      Self.line("command", [old.shownCommand], [new.shownCommand]),
      files.isEmpty ? nil : "files: \(files.joined(separator: ", ")) changed",
      earlier.isReplaced == true ? "an update has replaced its folder, with what it loads" : nil,
      Self.line("calls", old.calls ?? [], new.calls ?? []),
      Self.line("follows", old.shownEvents, new.shownEvents),
      Self.line("offers to links and MCP clients", old.remote ?? [], new.remote ?? []),
      Self.line(
        "is given", old.env?.map(\.shownName) ?? [],
        new.env?.map(\.shownName) ?? []),
      Self.line("settings", old.shownSettings, new.shownSettings),
      Self.line("calls for the first screen", old.shownWidget, new.shownWidget),
      Self.line("actions of rows", old.shownRowActions, new.shownRowActions),
      Self.line("details of rows", old.shownRowDetails, new.shownRowDetails),
    ].compactMap(\.self)
  }

  /// What a list has and had not, and what it had and has not; nil for equal ones.
  private static func line(_ label: String, _ old: [String?], _ new: [String?]) -> String? {
    let (old, new) = (old.compactMap(\.self), new.compactMap(\.self))
    let added = new.filter { !old.contains($0) }.map { "+ \($0)" }
    let removed = old.filter { !new.contains($0) }.map { "− \($0)" }
    let changes = added + removed
    return changes.isEmpty ? nil : "\(label): \(changes.joined(separator: ", "))"
  }
}

extension PluginManifest {
  /// The command as a shell reads it.
  fileprivate var shownCommand: String { command.map(\.shellWord).joined(separator: " ") }
  /// The events with the tools that they call.
  fileprivate var shownEvents: [String] {
    (follows ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key) → \($0.value)" }
  }
}

extension PluginVariable {
  /// The name, and whether the value is secret, or the default.
  var shownName: String {
    isSecret ? "\(name) (secret)" : name + (self.default.map { "=\($0)" } ?? "")
  }
}
