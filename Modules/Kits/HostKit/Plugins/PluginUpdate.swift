import Console
import Documents
import Mediator
import Plugins

/// A plug-in beside what its source has now.
struct PluginUpdate: Codable, Sendable {
  /// How the plug-in and its source differ.
  enum State: String, Codable, Sendable, CaseIterable {
    /// The plug-in has all files of its source.
    case current
    /// The source has other files.
    case outdated
    /// The plug-in was replaced by what the source has.
    case updated
    /// The person wants to keep the version.
    case pinned
    /// The source cannot be compared.
    case failed
  }

  let name: String
  let state: State
  /// The version in its `plugin.json` before; nil if it does not say one.
  let version: String?
  /// The version that the source has; nil if it does not say one, or is not known.
  let newVersion: String?
  /// The folder or the address.
  let source: String
  /// Why the source cannot be compared, with the remedy; nil unless it failed.
  let reason: String?
}

extension [PluginUpdate] {
  /// What a command prints, which fails if a source cannot be compared.
  var result: CommandResult {
    let result = CommandResult(self) { $0.document }
    guard let failed = first(where: { $0.state == .failed }) else { return result }
    return result.failing(
      with: PluginFileError.notUpdated(failed.name, reason: failed.reason ?? "it has failed"))
  }

  /// A row for each plug-in, and what to do.
  var document: Document {
    guard !isEmpty else {
      return "No plug-in says where it comes from; 'plugins add' records it."
    }
    var table = Table(
      .init("plug-in"), .init("state"), .init("version"), .init("source", isFlexible: true))
    for update in self {
      let version = [update.version, update.newVersion].compactMap(\.self)
      table.append(
        Text(verbatim: update.name, .accent),
        Text(verbatim: update.state.rawValue, update.state.role),
        Text(verbatim: version.joined(separator: " → ")), Text(verbatim: update.source))
    }
    let updated = first { $0.state == .updated }.map { update in
      Block.paragraph(
        "Read what has changed, and run 'plugins trust \(update.name.shellWord)'.", .plain)
    }
    return [.group([.table(table)] + [updated].compactMap(\.self))]
  }
}

extension PluginUpdate.State {
  fileprivate var role: TextRole {
    switch self {
    case .current, .updated: .positive
    case .outdated, .failed: .warning
    case .pinned: .plain
    }
  }
}
