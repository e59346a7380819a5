import AccountInterface
import Console
import Documents
import Mediator
import Scenes

/// The layouts of the lists, and the sentences about changes.
enum AccountView {
  static let session = ListLayout<SessionState>.text { text($0, on: $1) }

  static let riders = ListLayout<Rider>.table(
    .init("rider", isFlexible: true) { .init(verbatim: $0.name) },
    .init("category") { .init(verbatim: $0.category ?? "everybody", .faint) })

  /// The answer of the command, which names the one that signs in.
  static func answer(_ state: SessionState, on page: Page) -> String {
    guard state.server != nil, state.status != .signedIn else { return text(state, on: page) }
    return text(state, on: page) + "\n"
      + page.paragraph("Run 'account sign-in <name>' to sign in.")
  }

  static func text(_ state: SessionState, on page: Page) -> String {
    let notice = state.notice.map { [page.sentence($0, .warning)] } ?? []
    return ([page.paragraph(sentence(state))] + notice).joined(separator: "\n")
  }

  private static func sentence(_ state: SessionState) -> String {
    let server = state.server.map { " at \($0)" } ?? ""
    return switch (state.status, state.name) {
    case (.signedIn, let name?): "\(name) is signed in\(server)."
    case (.expired, let name?): "The session of \(name)\(server) is over; sign in again."
    case _ where state.server == nil:
      "No ticket server is configured; set 'tickets.url' in config.json to its address."
    case (.signedIn, nil), (.expired, nil), (.signedOut, _): "Nobody is signed in\(server)."
    }
  }

  static func signedIn(_ state: SessionState) -> String {
    "Signed in as \(state.name ?? "")" + (state.notice.map { " (\($0))" } ?? "") + "."
  }

  static let signedOut =
    "Nobody is signed in now; the data of the person who was signed in, such as the cart, is removed."

  static func added(_ rider: Rider) -> String {
    "Added '\(rider.name)'" + (rider.category.map { " (\($0))" } ?? "") + "."
  }

  static func removed(_ rider: Rider) -> String { "Removed '\(rider.name)'." }
}
