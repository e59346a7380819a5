public import Mediator

/// Why nobody can sign in, or a rider is not accepted.
public enum AccountError: ModuleError {
  /// No ticket server is configured in the file.
  case noServer(file: String)
  /// Nobody is signed in.
  case notSignedIn
  /// The session of the person with this name is over.
  case sessionOver(String)
  /// The file with the session cannot be read.
  case unreadableSession(String, reason: String)
  /// The file has no session, or not that of this version.
  case damagedSession(String, reason: String)
  /// The server does not accept the name together with the password.
  case refused(String)
  /// The server did not answer as expected.
  case badAnswer(server: String, reason: String)
  /// The server sends no notifications.
  case noChannel(server: String)
  /// The name is empty, or longer than `maximumLength`.
  case badName(String, count: Int)
  /// There is a rider with this name already.
  case knownRider(String)
  /// No rider has this name; `nearest` is the most similar one.
  case unknownRider(String, nearest: String?)
  /// The fares of the current city have no such rider category, but these.
  case unknownCategory(String, known: [String])

  /// The maximum number of characters of a name.
  package static let maximumLength = 60

  public var kind: FailureKind {
    switch self {
    case .badName, .knownRider: .badInput
    case .unknownRider, .unknownCategory: .notFound
    case .noServer, .notSignedIn, .sessionOver, .unreadableSession, .damagedSession, .refused,
      .badAnswer, .noChannel:
      .failed
    }
  }

  public var description: String {
    switch self {
    case .noServer(let file):
      "no ticket server is configured; set 'tickets.url' in '\(file)' to its address"
    case .notSignedIn: "nobody is signed in; sign in under 'account'"
    case .sessionOver(let name):
      "the session of '\(name)' is over; sign in again under 'account'"
    case .unreadableSession(let path, let reason):
      "cannot read the session in '\(path)': \(reason); make the file readable, or remove it"
    case .damagedSession(let path, let reason):
      "the session in '\(path)' is damaged: \(reason); sign in again, or sign out, under 'account'"
    case .refused(let name):
      "the server does not accept '\(name)' with this password; check both"
    case .badAnswer(let server, let reason):
      "'\(server)' does not answer as a ticket server: \(reason); check 'tickets.url'"
    case .noChannel(let server):
      "'\(server)' sends no notifications; look in 'orders'"
    case .badName(let beginning, let count) where count > 0:
      "the name '\(beginning)…' has \(count) characters, expected at most "
        + "\(Self.maximumLength); choose a shorter one"
    case .badName: "'' is not a name; expected one such as 'Ana'"
    case .knownRider(let name): "there is a rider '\(name)' already; choose another name"
    case .unknownRider(let name, let nearest):
      "no rider '\(name)'" + nearest.suggestion(or: "'account' lists them")
    case .unknownCategory(let text, let known):
      "no rider category '\(text)'; the categories are "
        + known.map { "'\($0)'" }.joined(separator: ", ")
    }
  }
}
