import Console
import Documents
import Mediator
import Plugins

/// A plug-in of an index, as the command `plugins search` prints it.
struct PublishedPlugin: Codable, Sendable {
  /// How a plug-in of the index and the plug-ins of the app differ.
  enum State: String, Codable, Sendable, CaseIterable {
    /// It can be added.
    case available
    /// There is a plug-in of the name, which is not older as far as the index says.
    case installed
    /// The index has another version than the one that was added from it.
    case outdated
    /// It does not work with this version of the app.
    case unsuitable
  }

  let name: String
  /// What it does.
  let summary: String
  let version: String
  /// The versions of the app with which it works; nil for all.
  let requires: String?
  let tags: [String]
  /// The address with its digest or commit.
  let source: String
  let state: State

  /// - Parameter folder: The plug-ins of the app.
  init(_ entry: PluginSearchIndex.Entry, in folder: PluginFolder, of app: CommandLineApp) {
    name = entry.name
    summary = entry.summary
    version = entry.version
    requires = entry.requires
    tags = entry.tags ?? []
    source = entry.source
    let isSuitable = entry.requires.map { VersionRange($0)?.contains(app.version) == true } ?? true
    let origin = folder.origin(of: entry.name)
    let entrySource = try? PluginSource(stored: entry.source)
    let isOther = origin?.isFromIndex == true && origin?.source != entrySource?.text
    state =
      if entry.isInstalled(in: folder) {
        isOther && isSuitable ? .outdated : .installed
      } else {
        isSuitable ? .available : .unsuitable
      }
  }
}

extension [PublishedPlugin] {
  /// A row for each plug-in.
  var document: Document {
    guard !isEmpty else { return "The index has no such plug-in." }
    var table = Table(
      .init("plug-in"), .init("version"), .init("state"), .init("description", isFlexible: true))
    for plugin in self {
      let needs = plugin.state == .unsuitable ? plugin.requires.map { ", needs \($0)" } : nil
      table.append(
        Text(verbatim: plugin.name, .accent), Text(verbatim: plugin.version),
        Text(verbatim: plugin.state.rawValue + (needs ?? ""), plugin.state.role),
        Text(verbatim: plugin.summary))
    }
    return [.table(table)]
  }
}

extension PublishedPlugin.State {
  fileprivate var role: TextRole {
    switch self {
    case .available: .plain
    case .installed: .positive
    case .outdated, .unsuitable: .warning
    }
  }
}
