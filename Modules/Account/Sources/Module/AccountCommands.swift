import AccountInterface
import Console
import DataSourceInterface
import Documents
import Mediator
import Scenes

extension Command {
  static let account = Command(
    "account", "Show who is signed in at the ticket server", action: Account.session,
    examples: ["account", "account --json"]
  ) { invocation in
    let app = invocation.mediator.scheme
    let state = try await invocation.mediator.perform(Account.session)
    return CommandResult(state) { AccountView.answer($0, app: app) }
  }

  /// The action is not declared, so that its fields, such as the password, are no options.
  static let signIn = Command(
    "account sign-in",
    "Sign in at the ticket server; the password is asked for, or read from the standard input",
    input: PersonName.self, outputType: SessionState.self, arguments: ["name"],
    examples: ["account sign-in ana"]
  ) { invocation in
    let name = try invocation.input(PersonName.self).name
    let mediator = invocation.mediator
    _ = try await mediator.perform(Account.server)
    let password = try await Secret.read(prompt: "Password of \(name): ")
    let state = try await mediator.perform(
      Account.signIn, Credentials(name: name, password: password))
    return CommandResult(state) { "\(AccountView.signedIn($0))" }
  }

  static let signOut = Command(
    "account sign-out", "Sign out", action: Account.signOut, examples: ["account sign-out"]
  ) { invocation in
    // A damaged session can be removed, too.
    let before = try? await invocation.mediator.perform(Account.session)
    let state = try await invocation.mediator.perform(Account.signOut)
    return CommandResult(state) { state in
      before?.status == .signedOut ? AccountView.document(of: state) : "\(AccountView.signedOut)"
    }
  }

  static let listRiders = Command(
    "account riders", "List the riders that you buy for", lists: Account.riders, id: \.name,
    layout: AccountView.riders,
    empty: "No riders yet; add one with the command 'account riders add' or the key a.",
    examples: ["account riders"])

  static let addRider = Command(
    "account riders add", "Add a rider that you buy for", calls: Account.addRider,
    arguments: ["name"],
    examples: ["account riders add Ana", "account riders add Rui --category senior"]
  ) { "\(AccountView.added($0))" }

  static let removeRider = Command(
    "account riders remove", "Remove a rider", calls: Account.removeRider,
    arguments: ["name"], examples: ["account riders remove Rui"]
  ) { "\(AccountView.removed($0))" }
}

/// The input of `account sign-in`.
private struct PersonName: SchemaDescribing {
  let name: String

  static var fieldDescriptions: FieldDescriptions { Credentials.fieldDescriptions.only("name") }
}
