import AccountInterface
import Console
import Mediator
import Scenes

extension AccountModule {
  /// Who is signed in, and the riders. A `SignInRequest` opens it with the form.
  static let scenes = [
    SceneDescription(
      "Account", "sign in at the ticket server", shows: SignInRequest.self,
      following: [SignedIn.self, SignedOut.self, SessionExpired.self, RidersChanged.self]
    ) { request, mediator in
      let scene = ListScene.account(through: mediator)
      if request != nil { scene.perform { try await scene.signIn(through: mediator) } }
      return scene
    }
    .counting { try await $0.perform(Account.session).name }
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
    let scene = ListScene("Account", [sessions, riders]) { scene, event in
      guard event.selectedItem(as: SessionState.self) != nil else { return event }
      scene.perform { try await scene.signIn(through: mediator) }
      return nil
    }
    scene.canOpen = { ($0.item as? SessionState)?.mayBeginSession == true }
    let session = { @MainActor @Sendable [weak scene] in
      scene?.items(as: SessionState.self).first
    }
    // Without a state, the file with the session may be damaged; signing in replaces it, and signing
    // out removes it.
    scene.bind(
      .character("s"), "sign in", applies: { _ in session().map { $0.server != nil } ?? true }
    ) { scene, _ in
      try await scene.signIn(through: mediator)
    }
    scene.bind(
      .character("o"), "sign out", applies: { _ in session().map { $0.name != nil } ?? true }
    ) { _, _ in
      _ = try await mediator.perform(Account.signOut)
      return "\(AccountView.signedOut)"
    }
    scene.bind(.character("a"), "add rider", applies: { _ in session()?.name != nil }) { scene, _ in
      let rider = try await scene.fill(.addRider, calls: Account.addRider, through: mediator)
      return rider.map { "\(AccountView.added($0))" }
    }
    scene.bind(.character("d"), "remove", calls: Account.removeRider, through: mediator) {
      (rider: Rider) in
      RiderReference(name: rider.name)
    } notice: {
      "\(AccountView.removed($0))"
    }
    return scene
  }

  /// Shows the form, with the name of the last session.
  fileprivate func signIn(through mediator: Mediator) async throws -> String? {
    _ = try await mediator.perform(Account.server)
    var last: String?
    do { last = try await mediator.perform(Account.session).name } catch AccountError.damagedSession
    {}
    let state = try await fill(
      "Sign in at the ticket server", Command.signInForm, initial: last.map { ["name": $0] } ?? [:]
    ) { (credentials: Credentials) in
      try await mediator.perform(Account.signIn, credentials)
    }
    return state.map { "\(AccountView.signedIn($0))" }
  }
}

extension SessionState {
  /// Whether there is a server at which nobody is signed in.
  fileprivate var mayBeginSession: Bool { server != nil && status != .signedIn }
}
