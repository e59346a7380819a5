import AccountInterface
import Documents
import Mediator
import Scenes

/// The layouts of the lists, and the sentences about changes.
enum AccountView {
  static let session = ListLayout<SessionState>.rows { document(of: $0) }

  static let riders = ListLayout<Rider>.table(
    .init("rider", isFlexible: true) { .init(verbatim: $0.name) },
    .init("category") {
      $0.category.map { .init(verbatim: $0, .faint) } ?? .init("everybody", .faint)
    })

  /// The answer of the command, which names the one that signs in.
  static func answer(_ state: SessionState, app: String) -> Document {
    guard state.server != nil, state.status != .signedIn else { return document(of: state) }
    return [.group(document(of: state) + "Run '\(app) account sign-in <name>' to sign in.")]
  }

  static func document(of state: SessionState) -> Document {
    [
      .group([
        .paragraph(sentence(state), .plain), .sentence(verbatim: state.notice ?? "", .warning),
      ])
    ]
  }

  private static func sentence(_ state: SessionState) -> LocalizedText {
    let server: LocalizedText = state.server.map { " at \($0)" } ?? ""
    return switch (state.status, state.name) {
    case (.signedIn, let name?): "\(name) is signed in\(server)."
    case (.expired, let name?): "The session of \(name)\(server) is over; sign in again."
    case _ where state.server == nil:
      .sentence(
        LocalizedText(
          verbatim: "\(AccountError.noServer(file: state.configurationFile ?? "config.json"))"))
    case (.signedIn, nil), (.expired, nil), (.signedOut, _): "Nobody is signed in\(server)."
    }
  }

  static func signedIn(_ state: SessionState) -> LocalizedText {
    "Signed in as \(state.name ?? "")\(state.notice.map { " (\($0))" } ?? "")."
  }

  static let signedOut: LocalizedText =
    "Nobody is signed in now; the data of the person who was signed in, such as the cart, is removed."

  static func added(_ rider: Rider) -> LocalizedText {
    "Added '\(rider.name)'\(rider.category.map { " (\($0))" } ?? "")."
  }

  static func removed(_ rider: Rider) -> LocalizedText { "Removed '\(rider.name)'." }
}
