import Console
import Documents
import Mediator

/// A plug-in beside what its source has now.
struct PluginUpdate: Codable, Sendable {
  /// How the plug-in and its source differ.
  enum State: String, Codable, Sendable, CaseIterable {
    /// They have the same files.
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
  /// The folder or the address; nil if nothing says it.
  let source: String?
  /// Why the source cannot be compared, with the remedy; nil unless it failed.
  let reason: String?
}

extension [PluginUpdate] {
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
        Text(verbatim: version.joined(separator: " → ")), Text(verbatim: update.source ?? ""))
    }
    let reasons = compactMap(\.reason).map { Block.paragraph(Text(verbatim: $0)) }
    let updated = first { $0.state == .updated }.map { update in
      Block.paragraph(
        "Read what has changed, and run 'plugins trust \(update.name.shellWord)'.", .plain)
    }
    return [.group([.table(table)] + reasons + [updated].compactMap(\.self))]
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
