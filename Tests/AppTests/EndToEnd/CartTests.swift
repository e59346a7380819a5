import CartInterface
import DataSourceInterface
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
    let four = try await session.run("city", "use", "four", columns: 200)
    let notice =
      "emoved 2 tickets of 'porto' from the cart; 'cart undo' brings them back"
    #expect(four.code == .answered && four.output == "Switched to Four.\nR\(notice).\n")
    #expect(try await cart.lines == [])
    #expect(try await session.run("city", "use", "porto").output == "Switched to Porto.\n")
    _ = try await session.run("cart", "undo")
    #expect(try await cart.lines.map(\.quantity) == [2])
    // The JSON is that of the city; what the cart says is beside it.
    let json = try await session.run("city", "use", "four", "--json")
    #expect(json.code == .answered && json.errors == "metro: r\(notice)\n")
    #expect(try JSON.decode(City.self, from: Data(json.output.utf8)).isCurrent)
  }

  @Test func `a fare and a ticket name stations of the zones`() async throws {
    let fare = try await session.run("fare", "Trindade", "Aeroporto", columns: 200).output
    #expect(fare.contains("EUR 2.25 fare Z4: from Trindade (zone PRT1) to Aeroporto (zone VCD8)"))
    let tickets = try await session.run("tickets", columns: 200).output
    let example = try #require(
      tickets.firstMatch(of: /Z2 +60 min, such as (.+?) → (.+?) +everybody/))
    let price = try await session.run("fare", "\(example.1)", "\(example.2)").output
    #expect(price.contains("EUR 1.40"))
  }

  @Test(arguments: [
    (["city", "use", "four"], "'city use' has run, but 'Cart' could not do its part: "),
    (["open", "metro://routing/plan?from=Trindade&to=Aliados"], nil),
  ])
  func `a command reports a module that cannot do its part, but no journey fails with the history`(
    line: [String], error: String?
  ) async throws {
    let feed = SharedData.checkout
      .appending(path: "Tests/AppTests/Fixtures/Feeds/four-stations.zip").path
    #expect(try await session.run("city", "add", "four", feed).code == .answered)
    // The databases are folders.
    for module in ["cart", "bookmarks"] {
      let path = session.folder.appending(path: "\(module)/store.sqlite").path
      unlink(path)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    let run = try await session.run(line)
    #expect(run.code == (error == nil ? .answered : .failed))
    #expect(
      !run.output.isEmpty && run.errors.contains(error ?? "error bookmarks: could not follow"))
  }

  @Test func `removing a city says how many journeys leave the history`() async throws {
    let feed = SharedData.checkout
      .appending(path: "Tests/AppTests/Fixtures/Feeds/four-stations.zip").path
    _ = try await session.run("city", "add", "four", feed)
    _ = try await session.run("route", "Alder", "Birch", "--city", "four")
    #expect(
      try await session.run("city", "remove", "four").output
        == "Removed Four.\nRemoved 1 journey of 'four' from the history.\n")
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
