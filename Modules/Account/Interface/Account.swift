public import Mediator

/// Signs a person in at the ticket server, and keeps the riders for whom the person buys.
public enum Account: Interface {
  /// Returns who is signed in.
  public static let session = Action<Empty, SessionState>(Account.self, "session", .reads)
  /// Signs a person in. It is native, so that no password is part of a command line, a link or a
  /// log.
  public static let signIn = Action<Credentials, SessionState>(native: Account.self, "signIn")
  /// Signs the person out, also without a network.
  public static let signOut = Action<Empty, SessionState>(Account.self, "signOut", .removes)
  /// Returns the address of the ticket server, and throws `AccountError.noServer` without one.
  public static let server = Action<Empty, String>(native: Account.self, "server")
  /// Returns the token of the session. An expired one is renewed, once for all that wait.
  public static let token = Action<TokenRequest, String>(native: Account.self, "token")
  /// Returns the port over which the ticket server sends notifications to the person who is signed
  /// in. Only a server on this machine can do that.
  public static let channelPort = Action<Empty, UInt16>(native: Account.self, "channelPort")
  /// Lists the riders of the person who is signed in.
  public static let riders = Action<Empty, [Rider]>(Account.self, "riders", .reads)
  /// Adds a rider.
  public static let addRider = Action<Rider, Rider>(Account.self, "addRider", .adds)
  /// Removes a rider, and returns it.
  public static let removeRider = Action<RiderReference, Rider>(
    Account.self, "removeRider", .removes)
}

/// A person has signed in.
public struct SignedIn: SharedEvent, Hashable {
  /// The name of the person.
  public let name: String

  /// Creates the event.
  public init(name: String) {
    self.name = name
  }
}

/// A person has signed out, or another one has signed in: what is kept for the person is removed.
public struct SignedOut: SharedEvent, Hashable {
  /// The name of the person; empty if the file with the session was damaged. A person who signs in
  /// after that may be the same one, so nothing is published then.
  public let name: String

  /// Creates the event.
  public init(name: String) {
    self.name = name
  }
}

/// The server has refused to renew a session. What is kept for the person remains until the person
/// signs out or another one signs in.
public struct SessionExpired: SharedEvent, Hashable {
  /// The name of the person.
  public let name: String

  /// Creates the event.
  public init(name: String) {
    self.name = name
  }
}

/// A rider was added or removed.
public struct RidersChanged: SharedEvent, Hashable {
  /// Creates the event.
  public init() {}
}

/// Identifies an account: the name of a person at a server.
public struct AccountID: RawRepresentable, Codable, Hashable, Sendable {
  /// The name of the person, which has one line.
  public let name: String
  /// The address of the server.
  public let server: String

  /// Creates the id of an account.
  public init(name: String, server: String) {
    self.name = name
    self.server = server
  }

  /// Reads the id from the form in which it is stored.
  public init(rawValue: String) {
    let lines = rawValue.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    self.init(name: lines[0], server: lines.count > 1 ? lines[1] : "")
  }

  /// The form in which it is stored: the name and the server, separated by a line break.
  public var rawValue: String { "\(name)\n\(server)" }
}

extension AccountID: CustomStringConvertible {
  /// The account for people, such as `ana at https://example.org`.
  public var description: String { "\(name) at \(server)" }
}

/// Who is signed in.
public struct SessionState: Codable, Hashable, Sendable {
  /// Whether somebody is signed in.
  public enum Status: String, Codable, Hashable, Sendable, CaseIterable {
    /// A person is signed in.
    case signedIn
    /// The session of the person is over.
    case expired
    /// Nobody is signed in.
    case signedOut
  }

  /// Whether somebody is signed in.
  public let status: Status
  /// The name of the person; nil if nobody is signed in.
  public let name: String?
  /// The address of the ticket server, without what may be secret; nil if none is configured.
  public let server: String?
  /// What the server says about itself, such as that it takes test money; nil for nothing.
  public let notice: String?
  /// The path of the file in which the address of a server can be set; nil if one is configured.
  public let configurationFile: String?

  /// Creates a state.
  public init(
    status: Status, name: String?, server: String?, notice: String?,
    configurationFile: String? = nil
  ) {
    self.configurationFile = configurationFile
    self.status = status
    self.name = name
    self.server = server
    self.notice = notice
  }

  /// The account of the person; nil if nobody is signed in.
  public var account: AccountID? {
    name.flatMap { name in server.map { AccountID(name: name, server: $0) } }
  }
}

/// What a person signs in with.
public struct Credentials: Codable, Hashable, Sendable {
  /// The name of the person at the server.
  public let name: String
  /// The password, which is sent and not stored.
  public let password: Secret

  /// Creates the input of `Account.signIn`.
  public init(name: String, password: Secret) {
    self.name = name
    self.password = password
  }
}

extension Credentials: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    ["name": "the name at the ticket server", "password": "the password, which is not stored"]
  }
}

/// A request for the token of the session.
public struct TokenRequest: Hashable, Sendable {
  /// A token that the server does not accept any more; nil for the current one.
  public let expired: String?

  /// Requests the current token, or one that replaces `expired`.
  public init(expired: String? = nil) {
    self.expired = expired
  }
}

/// Opens the scene of the account with its form, as the value of `ListScene.openScene(showing:)`. The
/// scene closes when the person has signed in.
public struct SignInRequest: Hashable, Sendable {
  /// Creates a request.
  public init() {}
}
