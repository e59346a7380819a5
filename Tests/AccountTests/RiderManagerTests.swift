import AccountInterface
import DataSourceInterface
import FaresInterface
import Mediator
import ModuleTesting
import NetworkInterface
import Store
import Testing

@testable import Account

struct RiderManagerTests {
  @Test func `riders that earlier versions have stored are read`() throws {
    let id = AccountID(name: "ana", server: "https://example.org")
    let fixtures = StoredItemFixtures<RiderEntry>(besideTest: #filePath)
    let rider = RiderEntry(id: 1, account: id, name: "Rui", category: "Senior")
    let problems = try fixtures.problems(now: rider)
    #expect(problems == [])
  }

  @Test func `riders are kept for each account`() async throws {
    let fixture = try await AccountFixture()
    try await fixture.signIn("ana")
    let rui = try await fixture.add(Rider(name: " Rui ", category: "senior"))
    #expect(rui == Rider(name: "Rui", category: "Senior"))
    try await fixture.add(Rider(name: "Eva"))
    try await fixture.signIn("rui")
    #expect(try await fixture.riders == [])
    try await fixture.signIn("ana")
    #expect(try await fixture.riders == ["Rui", "Eva"])
    _ = try await fixture.mediator.perform(Account.removeRider, RiderReference(name: "rui"))
    #expect(try await fixture.riders == ["Eva"])
    #expect(fixture.harness.published(RidersChanged.self).count == 3)
  }

  @Test(
    arguments: [
      (Rider(name: " "), .badName("", count: 0)),
      (
        Rider(name: String(repeating: "x", count: 61)),
        .badName(String(repeating: "x", count: 20), count: 61)
      ),
      (Rider(name: "rui"), .knownRider("rui")),
      (
        Rider(name: "Eva", category: "seniour"),
        .unknownCategory("seniour", known: ["Senior", "Child"])
      ),
    ] as [(Rider, AccountError)])
  func `a rider that is not valid is refused`(rider: Rider, error: AccountError) async throws {
    let fixture = try await AccountFixture()
    try await fixture.signIn()
    try await fixture.add(Rider(name: "Rui"))
    await #expect(throws: error) { try await fixture.add(rider) }
    #expect(try await fixture.riders == ["Rui"])
  }

  @Test(arguments: ["SENIOR", "sen", "Sênior"])
  func `a category is its name, or a part of it that no other category has`(
    category: String
  ) async throws {
    let fixture = try await AccountFixture()
    try await fixture.signIn()
    let rider = try await fixture.add(Rider(name: "Rui", category: category))
    #expect(rider.category == "Senior")
  }

  @Test func `an app without fares accepts every category`() async throws {
    let fixture = try await AccountFixture {
      try $0.stub(Fares.list) { _ in
        throw MediatorError.unavailable(path: "fares/list", reason: "the module is disabled")
      }
    }
    try await fixture.signIn()
    #expect(try await fixture.add(Rider(name: "Eva", category: "Guest")).category == "Guest")
  }

  @Test func `a rider is not added with a category that could not be checked`() async throws {
    let error = NetworkError.refused("127.0.0.1")
    let fixture = try await AccountFixture {
      try $0.stub(Fares.list) { _ in throw error }
    }
    try await fixture.signIn()
    await #expect(throws: error) { try await fixture.add(Rider(name: "Eva", category: "Guest")) }
    #expect(try await fixture.riders == [])
  }

  @Test func `an unknown rider is not removed, and the nearest one is suggested`() async throws {
    let fixture = try await AccountFixture()
    try await fixture.signIn()
    try await fixture.add(Rider(name: "Rui"))
    await #expect(throws: AccountError.unknownRider("Rua", nearest: "Rui")) {
      try await fixture.mediator.perform(Account.removeRider, RiderReference(name: "Rua"))
    }
  }

  @Test func `without a server, that is what riders need first`() async throws {
    let fixture = try await AccountFixture(address: "")
    await #expect(throws: fixture.noServer) { try await fixture.riders }
  }

  @Test func `riders need a person who is signed in, or was`() async throws {
    let fixture = try await AccountFixture()
    await #expect(throws: AccountError.notSignedIn) { try await fixture.riders }
    try await fixture.signIn()
    fixture.server.expire()
    _ = try? await fixture.token(replacing: "token 1")
    #expect(try await fixture.riders == [])
  }
}

extension AccountFixture {
  @discardableResult
  fileprivate func add(_ rider: Rider) async throws -> Rider {
    try await mediator.perform(Account.addRider, rider)
  }

  fileprivate var riders: [String] {
    get async throws { try await mediator.perform(Account.riders).map(\.name) }
  }
}
