import AccountInterface
import Documents
import Mediator
import Scenes

extension AccountModule {
  /// Who is signed in, and the riders. A `SignInRequest` opens it with the form; then it closes when
  /// the person has signed in.
  static let scenes = [
    SceneDescription(
      "Account", "sign in at the ticket server", shows: SignInRequest.self,
      following: [SignedIn.self, SignedOut.self, SessionExpired.self, RidersChanged.self]
    ) { request, mediator in
      let scene = ListScene.account(through: mediator)
      guard request != nil else { return scene }
      scene.perform {
        guard let sentence = try await scene.signIn(through: mediator) else { return nil }
        scene.close()
        return sentence
      }
      return scene
    }
    .counting { try await $0.perform(Account.session).name }
    .listed { mediator in
      _ = try await mediator.perform(Account.server)
      return true
    }
  ]
}

extension ListScene {
  fileprivate static func account(through mediator: Mediator) -> ListScene {
    let sessions = ListSection(
      "session", id: \.status.rawValue, layout: AccountView.session
    ) { _ in ListPage([try await mediator.perform(Account.session)]) }
    let riders = ListSection(
      "riders", title: "Riders", id: \.name, layout: AccountView.riders
    ) { _ in
      let isKnown = try await mediator.perform(Account.session).name != nil
      return ListPage(
        isKnown ? try await mediator.perform(Account.riders) : [],
        empty: isKnown ? "No riders yet; press a to add one." : nil, isDrawn: isKnown)
    }
    let scene = ListScene("Account", [sessions, riders])
    scene.addAction("open", key: .enter, on: sessions, applies: \.mayBeginSession) { scene, _ in
      try await scene.signIn(through: mediator)
    }
    // Without a state, the file with the session may be damaged; signing in replaces it, and
    // signing out removes it.
    scene.addAction(
      "sign in", key: "s", applies: { sessions.items.first.map { $0.server != nil } ?? true }
    ) { scene in
      try await scene.signIn(through: mediator)
    }
    scene.addAction(
      "sign out", key: "o", applies: { sessions.items.first.map { $0.name != nil } ?? true }
    ) { _ in
      _ = try await mediator.perform(Account.signOut)
      return AccountView.signedOut
    }
    scene.addAction(
      "add rider", key: "a", applies: { sessions.items.first?.name != nil }
    ) { scene in
      let rider = try await scene.fill(
        "Add a rider that you buy for", submit: "Add", calls: Account.addRider, through: mediator)
      return rider.map { AccountView.added($0) }
    }
    scene.addAction("remove", key: "d", on: riders, calls: Account.removeRider, through: mediator) {
      RiderReference(name: $0.name)
    } notice: {
      AccountView.removed($0)
    }
    return scene
  }

  /// Shows the form, with the name of the last session.
  fileprivate func signIn(through mediator: Mediator) async throws -> LocalizedText? {
    _ = try await mediator.perform(Account.server)
    var last: String?
    do { last = try await mediator.perform(Account.session).name } catch AccountError.damagedSession
    {}
    let state = try await fill(
      "Sign in at the ticket server", submit: "Sign in", initial: last.map { ["name": $0] } ?? [:]
    ) { (credentials: Credentials) in
      try await mediator.perform(Account.signIn, credentials)
    }
    return state.map { AccountView.signedIn($0) }
  }
}

extension SessionState {
  /// Whether there is a server at which nobody is signed in.
  fileprivate var mayBeginSession: Bool { server != nil && status != .signedIn }
}
