import CartInterface
import Foundation
import Mediator
import ModuleManager
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// The cart over several runs of the program.
@Suite struct CartTests {
  private let session: HostSession

  init() throws {
    session = try HostSession()
  }

  private var cart: CartContent {
    get async throws {
      try JSON.decode(
        CartContent.self, from: Data(try await session.run("cart", "--json").output.utf8))
    }
  }

  @Test func `the cart is kept until another city is used`() async throws {
    let feed = SharedData.checkout
      .appending(path: "Tests/AppTests/Fixtures/Feeds/four-stations.zip").path
    _ = try await session.run("cart", "add", "Z4", "--quantity", "2")
    #expect(try await session.run("city", "add", "four", feed).code == .answered)
    #expect(try await session.run("city", "use", "porto").code == .answered)
    #expect(try await cart.lines.map(\.quantity) == [2])
    #expect(try await session.run("city", "use", "four").code == .answered)
    #expect(try await cart.lines == [])
  }

  @Test func `the modules show whose events empty the cart`() async throws {
    let output = try await session.run("modules", "--json").output
    let modules = try JSONDecoder().decode([ModuleListing].self, from: Data(output.utf8))
    let cart = try #require(modules.first { $0.name == "Cart" })
    #expect(Set(cart.follows).isSuperset(of: ["SignedOut", "CityChanged"]))
    #expect(modules.first { $0.name == "Account" }?.publishes.contains("SignedOut") == true)
    let markdown = try await session.run("modules", "--markdown").output
    #expect(markdown.contains("\n- Follows: `SignedOut` of Account, `CityChanged` of DataSource"))
  }

  @Test(arguments: [
    ("cart add ", ["Z2", "Z3"]), ("cart add z2", ["Z2"]), ("cart change ", ["Z5"]),
  ])
  func `the shell completes fares`(line: String, names: [String]) async throws {
    _ = try await session.run("cart", "add", "Z5")
    let output = try await session.run("complete", "--shell=bash", "--line=metro \(line)").output
    for name in names { #expect(output.contains(name), "\(output)") }
  }
}
