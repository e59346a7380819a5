import Console
import Documents
import Foundation
import Mediator
import ModuleManager

/// The commands of every app about the consent of the person.
extension Command {
  static let grants: [Command] = [grantsList, grantsRevoke]

  /// The most calls that the list shows.
  private static let shownCalls = 10

  private static let grantsList = Command(
    "grants", "List what assistants, plug-ins and programs may call, and their last calls",
    calls: Host.grants, examples: ["grants", "grants --json"]
  ) { grants in
    guard !grants.isEmpty else {
      return "no grants; assistants, plug-ins and programs ask before they change something"
    }
    var table = Table(
      .init("client"), .init("action"), .init("consent"), .init("calls"),
      .init("program", isFlexible: true))
    var calls = Table(
      .init("when"), .init("client"), .init("action"), .init("input", isFlexible: true))
    for grant in grants {
      let (consent, role): (Text, TextRole) =
        grant.isStanding ? ("always", .positive) : ("asks each time", .faint)
      table.append(
        Text(verbatim: grant.client.name, .accent), Text(verbatim: grant.action), consent,
        Text(verbatim: grant.isToken ? "" : "\(grant.callCount)"),
        grant.client.kind == .program
          ? "any, with its token" : Text(verbatim: grant.client.program ?? "any"))
    }
    let all = grants.flatMap { grant in grant.calls.map { (grant, $0) } }
      .sorted { $0.1.date < $1.1.date }.suffix(shownCalls)
    for (grant, call) in all {
      calls.append(
        Text(verbatim: call.date.formatted(.iso8601)), Text(verbatim: grant.client.name),
        Text(verbatim: grant.action), Text(verbatim: call.input))
    }
    return [.group([.table(table)] + (all.isEmpty ? [] : [.table(calls)]))]
  }

  /// `grants new`, with an action of some modules as the example.
  static func newGrant(in modules: [ModuleDescriptor]) -> Command {
    let action = modules.grantableActions(for: .plugins).first ?? "orders/add"
    return Command(
      "grants new",
      "Let a client call an action that writes, without a question, or make a token for a program",
      calls: Host.grant,
      examples: [
        "grants new --plugin weather --action \(action)", "grants new --program backup",
      ]
    ) { granted in
      let actions = granted.actions.map { "'\($0)'" }
      let list = actions.joined(separator: ", ")
      guard let token = granted.token else {
        return Document(Text(verbatim: "Granted \(list) to \(granted.client)."))
      }
      let sentence =
        "\(granted.client) can read what is open to programs"
        + (actions.isEmpty ? "." : ", and call \(list).")
      return [
        .paragraph(Text(verbatim: sentence.capitalizedSentence)),
        .paragraph("This is its token, which is not shown again:"), .code(token.text),
      ]
    }
  }

  private static let grantsRevoke = Command(
    "grants revoke", "Remove what was granted to a client, and its token", calls: Host.revokeGrants,
    arguments: ["name"], examples: ["grants revoke weather"]
  ) { grants in
    Document(
      Text(
        verbatim: "Revoked "
          + grants.map { "'\($0.action)' of \($0.client)" }.joined(separator: ", ") + "."))
  }
}
