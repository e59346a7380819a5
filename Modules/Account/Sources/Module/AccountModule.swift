import AccountInterface
import Console
import FaresInterface
import Mediator
import MessagesInterface
public import ModuleManager
import NetworkInterface
public import Store

/// Signs a person in at the ticket server.
public struct AccountModule: DatabaseModule {
  public static let manifest = Manifest(
    Account.self, summary: "Signs a person in at the ticket server, and keeps the riders",
    uses: [Fares.self, Network.self],
    answers: [
      Account.session, Account.signIn, Account.signOut, Account.server, Account.token,
      Account.channelPort,
      Account.riders, Account.addRider, Account.removeRider,
    ],
    publishes: [SignedIn.self, SignedOut.self, SessionExpired.self, RidersChanged.self])

  public static let contributions = Contributions(commands, settings, scenes, messageServers)

  /// The command `account` with its subcommands.
  static let commands: [Command] = [
    .account, .signIn, .signOut, .listRiders, .addRider, .removeRider,
  ]

  /// The setting `tickets.url`.
  static let settings = [
    Setting(
      "url", "the address of the ticket server", default: "", accepts: .address, group: "tickets")
  ]

  /// The ticket server.
  static let messageServers = [
    MessageServer("tickets", channel: channel) {
      try await $0.perform(Account.server)
    } account: {
      guard let account = try await $0.perform(Account.session).account else {
        throw AccountError.notSignedIn
      }
      return "\(account)"
    } token: {
      try await $0.perform(Account.token, TokenRequest(expired: $1))
    }
  ]

  private static let channel = MessageChannel(
    notifications: ["order.changed", "platform.closed"]
  ) { try await $0.perform(Account.channelPort) }

  private struct Settings: Decodable {
    let url: String?
  }

  private let mediator: Mediator
  private let sessions: SessionManager
  private let riders: RiderManager
  /// The database with the riders.
  public var database: Database { riders.list.database }

  /// Creates the module without opening its database.
  /// - Throws: `DecodingError` when a setting is not valid.
  public init(context: ModuleContext) throws {
    let settings = try context.configuration.decode(Settings.self)
    mediator = context.mediator
    sessions = SessionManager(context, address: settings.url ?? "")
    riders = RiderManager(context)
  }

  public func register(with registrar: Registrar) {
    registrar.answer(Account.session) { [sessions] _ in try await sessions.state }
    registrar.answer(Account.signIn) { [sessions] in try await sessions.signIn($0) }
    registrar.answer(Account.signOut) { [sessions] _ in try await sessions.signOut() }
    registrar.answer(Account.server) { [sessions] _ in try sessions.server }
    registrar.answer(Account.token) { [sessions] in
      try await sessions.token(replacing: $0.expired)
    }
    registrar.answer(Account.channelPort) { [sessions] _ in try await sessions.channelPort }
    registrar.answer(Account.riders) { [sessions, riders] _ in
      try await riders.riders(of: sessions.account)
    }
    let changed = RidersChanged()
    registrar.answer(Account.addRider, publishing: changed) { [sessions, riders] in
      try await riders.add($0, to: sessions.account)
    }
    registrar.answer(Account.removeRider, publishing: changed) { [sessions, riders] in
      try await riders.remove($0.name, from: sessions.account)
    }
  }
}
