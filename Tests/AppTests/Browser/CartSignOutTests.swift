import AccountInterface
import CartInterface
import Console
import DataSourceInterface
import Foundation
import Mediator
import ModuleTesting
import Scenes
import TestSupport
import Testing
import TicketOffice

@testable import HostKit
@testable import metro

/// The bar of the cart over the scenes of other modules, when its person signs out of a real ticket
/// server, or uses another city.
@MainActor @Suite(.timeLimit(.minutes(15))) struct CartSignOutTests {
  private static let bar = "v  Cart: 2 tickets, EUR 2.80"
  private let office: TicketOffice
  private let folder = TemporaryFolder()

  init() throws {
    office = try TicketOffice.start()
  }

  private func session() async throws -> BrowserSession {
    try await BrowserSession(
      size: ScreenSize(columns: 80, rows: 24), folder: folder.url,
      settings: ["Account": ["url": office.url]])
  }

  /// A browser in the scene Tickets, whose person has signed in and added two tickets to the cart.
  private func shop() async throws -> BrowserSession {
    let session = try await session()
    try await session.perform(
      Account.signIn, Credentials(name: "ana", password: Secret("test")))
    await session.open("Tickets")
    await session.press(.character("+"))
    await session.press(.enter)
    try await wait { isShown(Self.bar, in: session) }
    return session
  }

  private func isShown(_ text: String, in session: BrowserSession) -> Bool {
    session.browser.frame.lines.contains { $0.contains(text) }
  }

  @Test func `a person who signs out in one scene empties the bar in another`() async throws {
    let shop = try await shop()
    // Another browser, as in another process.
    let account = try await session()
    await account.open("Account")
    await account.press(.character("o"))
    try await wait { !isShown("v  Cart", in: shop) }
    #expect(shop.browser.scenes.last?.title == "Tickets")
  }

  @Test func `the sheet of the cart is empty as soon as the person has signed out`() async throws {
    let shop = try await shop()
    await shop.press(.character("v"))
    #expect(shop.browser.scenes.last?.title == "Cart")
    await shop.press(.character("+"))
    try await wait { isShown("3 tickets, EUR 4.20", in: shop) }
    try await shop.perform(Account.signOut, Empty())
    try await wait { isShown("The cart is empty", in: shop) }
    await shop.press(.escape)
    #expect(!isShown("v  Cart", in: shop))
  }

  @Test func `another city empties the bar`() async throws {
    let shop = try await shop()
    let feed = SharedData.checkout
      .appending(path: "Tests/AppTests/Fixtures/Feeds/four-stations.zip").path
    let city = try #require(CityID("four"))
    try await shop.perform(
      DataSource.install, InstallRequest(city: city, file: feed, name: "Four"))
    #expect(isShown(Self.bar, in: shop))
    try await shop.perform(DataSource.use, CityReference(city: city))
    try await wait { !isShown("v  Cart", in: shop) }
  }
}
