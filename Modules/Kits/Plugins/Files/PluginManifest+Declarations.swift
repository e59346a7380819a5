/// What a plug-in adds to settings, the first screen and rows.
extension PluginManifest {
  /// How many elements each of the lists can have.
  private static let maximumDeclarations = 20

  /// Checks the declarations.
  /// - Throws: `ManifestProblem` with the first problem.
  func checkDeclarations() throws(ManifestProblem) {
    let (settings, actions, details) = (settings ?? [], actions ?? [], details ?? [])
    let counts = [
      ("settings", settings.count), ("actions", actions.count), ("details", details.count),
    ]
    for (key, count) in counts where count > Self.maximumDeclarations {
      throw .init("expected at most \(Self.maximumDeclarations) elements as '\(key)'")
    }
    let problems =
      settings.map(\.problem) + [widget?.problem] + actions.map(\.problem) + details.map(\.problem)
    if let problem = problems.lazy.compactMap(\.self).first { throw .init(problem) }
    for (slot, key) in namedSlots where !slot.isKebabCase || slot.utf8.count > 40 {
      throw .init("'\(slot.shown)' under '\(key)' is no type of rows; expected one such as 'order'")
    }
    var variables = Set((env ?? []).map(\.name))
    for setting in settings where !variables.insert(setting.variable).inserted {
      throw .init(
        "'\(setting.name)' under 'settings' has the variable '\(setting.variable)' of another "
          + "setting or of 'env'; rename one of them")
    }
  }

  /// The slots of rows that the manifest names, with the key under which it does.
  package var namedSlots: [(slot: String, key: String)] {
    (actions ?? []).map { ($0.on, "actions") } + (details ?? []).map { ($0.on, "details") }
  }
}
