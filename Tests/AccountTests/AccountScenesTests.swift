import AccountInterface
import Console
import Foundation
import Mediator
import ModuleTesting
import Scenes
import Testing

@testable import Account

@MainActor @Suite(.timeLimit(.minutes(15)))
struct AccountScenesTests {
  private let fixture: AccountFixture
  private let tester: SceneTester

  init() async throws {
    fixture = try await AccountFixture()
    let scene = try #require(AccountModule.scenes.first).makeScene(fixture.mediator)
    tester = await SceneTester(scene)
  }

  @Test func `a long notice has several lines`() {
    let state = SessionState(
      status: .signedIn, name: "ana", server: nil, notice: "test money, no real ticket")
    let text = Page(columns: 20).text(of: AccountView.document(of: state))
    #expect(text == "ana is signed in.\nTest money, no real\nticket.")
  }

  @Test func `a person signs in by a form, and out by a key`() async throws {
    #expect(tester.text() == "Nobody is signed in at http://127.0.0.1:1/api.")
    let refused = await #expect(throws: SceneTesterError.self) {
      try await tester.press("s", filling: ["name": "ana", "password": "wrong"])
    }
    #expect(refused?.description.contains("does not accept 'ana'") == true)
    let message = try await tester.press("s", filling: ["name": "ana", "password": "test"])
    #expect(message == "Signed in as ana (test money, no real ticket).")
    // The sections of the scene load independently.
    try await wait { tester.text().contains("No riders yet") }
    try await wait { tester.text().contains("Test money, no real ticket.") }
    let notice = try #require(try await tester.press("o"))
    #expect(notice.hasPrefix("Nobody is signed in now; the data of the person who was"))
    try await wait { tester.text() == "Nobody is signed in at http://127.0.0.1:1/api." }
  }

  @Test func `signing in or out replaces a damaged session`() async throws {
    try await fixture.signIn()
    for isSigningIn in [true, false] {
      try Data().write(to: fixture.file)
      await tester.scene.refresh()
      #expect(tester.text(columns: 500).contains("is damaged"))
      if isSigningIn {
        try await tester.press("s", filling: ["name": "ana", "password": "test"])
      } else {
        try await tester.press("o")
      }
      let state = isSigningIn ? "ana is signed in" : "Nobody is signed in"
      try await wait { tester.text().contains(state) }
    }
  }

  /// The keys that the scene offers without a row.
  private var offeredKeys: String {
    tester.scene.actions.filter { $0.applies(to: nil) }.map { "\($0.shortcut)" }.joined()
  }

  @Test func `only keys that do something now are offered`() async throws {
    #expect(offeredKeys == "s")
    try await tester.press("s", filling: ["name": "ana", "password": "test"])
    try await wait { offeredKeys == "soa" }
    try await tester.press("o")
    try await wait { offeredKeys == "s" }
  }

  @Test func `the form shows dots in place of the password`() async throws {
    try await tester.choose("1")
    let form = try #require(tester.scene.form)
    for letter in "12345" { form.press(.character(letter), in: "password") }
    #expect(form.fields.last?.value.text == "12345")
    await tester.scene.open()
    #expect(tester.text().contains("•••••") && !tester.text().contains("12345"))
  }

  @Test func `a request of another module opens the form`() async throws {
    let description = try #require(AccountModule.scenes.first)
    let scene = try #require(
      try description.makeScene(for: SignInRequest(), fixture.mediator))
    try await wait { scene.pushed?.form != nil }
    #expect(scene.pushed?.form?.fields.map(\.id) == ["name", "password"])
  }

  @Test func `after a request, signing in leads back to where it came from`() async throws {
    let description = try #require(AccountModule.scenes.first)
    let below = ListScene("Below", [])
    let tester = await SceneTester(below)
    let scene = try #require(
      try description.makeScene(for: SignInRequest(), fixture.mediator))
    below.push(scene)
    try await wait { scene.pushed?.form != nil }
    let form = try #require(scene.pushed?.form)
    form.setValue(FieldValue("ana"), of: "name")
    form.setValue(FieldValue("test"), of: "password")
    await form.submit()
    try await wait { !tester.notices.isEmpty }
    #expect(tester.notices == ["Signed in as ana (test money, no real ticket)."])
    #expect(tester.scene === below)
  }

  @Test func `riders are added and removed`() async throws {
    try await fixture.signIn()
    try await wait { tester.text().contains("No riders yet") }
    let added = try await tester.press("a", filling: ["name": "Rui", "category": "child"])
    #expect(added == "Added 'Rui' (Child).")
    try await wait { tester.text().contains("Rui") }
    #expect(try await tester.press("d", on: "Rui") == "Removed 'Rui'.")
    try await wait { !tester.text().contains("Rui") }
  }

  @Test func `the examples run, and their JSON fits the schemas`() async throws {
    try await fixture.signIn()
    // It reads the standard input of the process.
    await fixture.harness.checkExamples { $0.hasPrefix("account sign-in") }
  }

  @Test func `the password is no option of the command`() async throws {
    await #expect(throws: CommandLineError.self) {
      try await fixture.harness.run("account sign-in ana --password test")
    }
  }
}
