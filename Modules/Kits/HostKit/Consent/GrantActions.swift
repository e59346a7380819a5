import Console
import Foundation
import Mediator
import ModuleManager
import Plugins
import Web

/// The actions of every host about the consent of the person.
extension Host {
  /// Lists the grants with their last calls.
  static let grants = Action<Empty, [Grant]>(Host.self, "grants", .reads)
  /// Allows a client to call actions without a question, and makes the token of a new program.
  static let grant = Action<NewGrant, NewGrants>(Host.self, "grant", .sets)
  /// Removes grants, and returns them.
  static let revokeGrants = Action<GrantSelection, [Grant]>(Host.self, "revokeGrants", .removes)
}

/// The input of `Host.grant`.
struct NewGrant: Codable, SchemaDescribing {
  let client: String?
  let executable: String?
  let plugin: String?
  let program: String?
  let action: [String]?

  static var fieldDescriptions: FieldDescriptions {
    [
      "client": .init("the name of an assistant, as it says it", valueName: "name"),
      "executable": .init(
        "the program that starts this app for the assistant",
        default: "that of the first call by a client of this name", suggestions: .files),
      "plugin": .init(
        "the name of a plug-in, instead of a client", valueName: "name",
        suggestions: .results(of: Host.pluginNames) { $0 }),
      "program": .init(
        "the name of a program that sends JSON, which gets a token", valueName: "name"),
      "action": .init(
        "the path of an action that writes", default: "of a program, only those that read",
        valueName: "action"),
    ]
  }
}

/// The output of `Host.grant`.
struct NewGrants: Codable, Sendable {
  let client: ClientIdentity
  let actions: [String]
  /// The token of a new program, of which only the digest is stored.
  let token: Secret?
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

  private func grant(_ new: NewGrant) throws -> NewGrants {
    let client = try client(new)
    let actions = new.action ?? []
    let grantable = host.app.withoutPlugins.modules.grantableActions(for: client.kind.origin)
    if let unknown = actions.first(where: { !grantable.contains($0) }) {
      throw ConsentError.notGrantable(
        action: unknown, nearest: grantable.nearest(to: unknown).first)
    }
    return try store.change { grants in
      var (client, token, all) = (client, Secret?.none, actions)
      if client.kind == .program {
        if let known = grants.first(where: { $0.isToken && $0.client.name == client.name }) {
          client = known.client
        } else {
          let key = SecretKey().text
          (client, token) = (.program(client.name, token: key), Secret(key))
          all.insert(Grant.reading, at: 0)
        }
      }
      guard !all.isEmpty else { throw ConsentError.missingAction(client) }
      grants.grant(all, to: client, since: host.now())
      return NewGrants(client: client, actions: actions, token: token)
    }
  }

  /// The client that a new grant names; that of a program is without its token.
  private func client(_ new: NewGrant) throws -> ClientIdentity {
    switch (new.client, new.plugin, new.program) {
    case (let name?, nil, nil): return .assistant(name, startedBy: new.executable)
    case (nil, let name?, nil):
      let plugins = PluginFolder(in: host.folder)
      guard let plugin = try plugins.index[name] else {
        _ = try plugins.manifest(of: name)
        throw PluginFileError.untrusted(name)
      }
      return .plugin(plugin)
    case (nil, nil, let name?) where !name.shownName.isEmpty:
      return ClientIdentity(kind: .program, name: name.shownName, program: nil)
    case _: throw ConsentError.badClient
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
      // Without its token, a program is nobody.
      let ended = removed.filter(\.isToken).map(\.client)
      let all = grants.filter { removed.contains($0) || ended.contains($0.client) }
      grants.removeAll { all.contains($0) }
      return all
    }
  }
}

extension ClientIdentity.Kind {
  /// What is open to clients of this kind.
  fileprivate var origin: Exposure {
    switch self {
    case .assistant: .assistants
    case .plugin: .plugins
    case .program: .programs
    }
  }
}

extension [Grant] {
  fileprivate mutating func grant(
    _ actions: [String], to client: ClientIdentity, since date: Date
  ) {
    for action in actions {
      if let index = firstIndex(where: { $0.client == client && $0.action == action }) {
        self[index].isStanding = true
      } else {
        append(Grant(client: client, action: action, isStanding: true, since: date))
      }
    }
  }
}
