import Console
import Foundation
import Mediator
import ModuleManager
import Plugins

/// The actions of every host about the consent of the person.
extension Host {
  /// Lists the grants with their last calls.
  static let grants = Action<Empty, [Grant]>(Host.self, "grants", .reads)
  /// Allows a client to call an action without a question.
  static let grant = Action<NewGrant, Grant>(Host.self, "grant", .sets)
  /// Removes grants, and returns them.
  static let revokeGrants = Action<GrantSelection, [Grant]>(Host.self, "revokeGrants", .removes)
}

/// The input of `Host.grant`.
struct NewGrant: Codable, SchemaDescribing {
  let client: String?
  let executable: String?
  let plugin: String?
  let action: String

  static var fieldDescriptions: FieldDescriptions {
    [
      "client": .init("the name of an assistant, as it says it", valueName: "name"),
      "executable": .init(
        "the program that starts this app for the assistant",
        default: "that of the first call by a client of this name", suggestions: .files),
      "plugin": .init(
        "the name of a plug-in, instead of a client", valueName: "name",
        suggestions: .results(of: Host.pluginNames) { $0 }),
      "action": .init("the path of the action", valueName: "action"),
    ]
  }
}

/// The input of `Host.revokeGrants`.
struct GrantSelection: Codable, SchemaDescribing {
  let name: String
  let action: String?

  static var fieldDescriptions: FieldDescriptions {
    [
      "name": .init(
        "the name of the client", suggestions: .results(of: Host.grants) { $0.map(\.client.name) }),
      "action": .init(
        "the action", default: "all actions of the client",
        suggestions: .results(of: Host.grants) { $0.map(\.action) }),
    ]
  }
}

extension [ModuleDescriptor] {
  /// The paths of the actions that write and are open to some callers.
  func grantableActions(for callers: Exposure) -> [String] {
    flatMap { $0.manifest.answers }
      .filter { $0.effect != .reads && $0.exposure.contains(callers) }.map(\.path)
  }
}

/// Answers the actions about grants.
struct GrantManager: Sendable {
  let host: CommandLineHost

  private var store: GrantStore { GrantStore(in: host.folder) }

  func answer(on mediator: Mediator) throws {
    try mediator.answer(Host.grants) { _ in try store.grants }
    try mediator.answer(Host.grant) { try grant($0) }
    try mediator.answer(Host.revokeGrants) { try revoke($0) }
  }

  private func grant(_ new: NewGrant) throws -> Grant {
    let client: ClientIdentity
    switch (new.client, new.plugin) {
    case (let name?, nil): client = .assistant(name, startedBy: new.executable)
    case (nil, let name?):
      let plugins = PluginFolder(in: host.folder)
      guard let plugin = try plugins.index[name] else {
        _ = try plugins.manifest(of: name)
        throw PluginFileError.untrusted(name)
      }
      client = .plugin(plugin)
    case _: throw ConsentError.badClient
    }
    let origin: Exposure = client.kind == .plugin ? .plugins : .assistants
    let actions = host.app.withoutPlugins.modules.grantableActions(for: origin)
    guard actions.contains(new.action) else {
      throw ConsentError.notGrantable(
        action: new.action, nearest: actions.nearest(to: new.action).first)
    }
    return try store.change { grants in
      if let index = grants.firstIndex(where: { $0.client == client && $0.action == new.action }) {
        grants[index].isStanding = true
        return grants[index]
      }
      let grant = Grant(
        client: client, action: new.action, isStanding: true, since: host.now())
      grants.append(grant)
      return grant
    }
  }

  private func revoke(_ selection: GrantSelection) throws -> [Grant] {
    try store.change { grants in
      let removed = grants.filter {
        $0.client.name == selection.name && $0.action == selection.action ?? $0.action
      }
      guard !removed.isEmpty else {
        throw ConsentError.unknownGrant(
          name: selection.name, action: selection.action,
          nearest: grants.map(\.client.name).filter { $0 != selection.name }
            .nearest(to: selection.name).first)
      }
      grants.removeAll { removed.contains($0) }
      return removed
    }
  }
}
