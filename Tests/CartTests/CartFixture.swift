import CartInterface
import DataSourceInterface
import Documents
import FaresInterface
import Foundation
import Mediator
import ModuleTesting
import OrdersInterface
import Platform
import Testing

@testable import Cart

/// The module with the fares of a small city: `Z2` and `Z3` for everybody, `day` for everybody and
/// for seniors, and `abroad` in another currency.
struct CartFixture {
  static let city = CityID.builtIn
  static let euro = Currency.example

  let harness: ModuleHarness
  /// The current city, which the module may not have been told; nil if nobody knows it.
  let currentCity = Lock<CityID?>(city)
  var mediator: Mediator { harness.mediator }

  /// - Parameter folder: The folder of another fixture, to test a second run or process.
  init(folder: URL? = nil) async throws {
    harness = try await ModuleHarness(CartModule.self, folder: folder)
    let offers = try Self.offers
    try harness.stub(Fares.offer) { query in
      let found = offers.filter { $0.id == query.fare }
      let offer =
        found.first { $0.rider == query.rider && $0.medium == query.medium } ?? found.first
      guard let offer else {
        throw FaresError.unknownFare(query.fare, city: "Porto", nearest: nil)
      }
      return FoundOffer(city: query.city ?? Self.city, offer: offer, notice: "sample prices")
    }
    try harness.stub(DataSource.current) { [currentCity] _ in
      guard let city = currentCity.withLock(\.self) else { throw UnknownCity() }
      return city
    }
    try harness.stub(Fares.list) { _ in
      FareList(city: Self.city, fares: offers, riders: ["Senior"], notice: "sample prices")
    }
  }

  private static var offers: [FareOffer] {
    get throws {
      func offer(
        _ id: String, _ amount: Int, name: String? = nil, in currency: Currency = euro,
        rider: String? = nil, medium: String? = nil
      ) -> FareOffer {
        FareOffer(
          id: id, name: name, price: Money(amount, currency), rider: rider, medium: medium,
          changes: nil, duration: nil)
      }
      return [
        offer("Z2", 140), offer("Z3", 180), offer("day", 700, name: "Day ticket"),
        offer("day", 350, name: "Day ticket", rider: "Senior"),
        offer("single", 300, medium: "Cash"), offer("single", 250, medium: "City card"),
        offer("single", 100, rider: "Senior", medium: "City card"),
        offer("abroad", 300, in: try #require(Currency("GBP"))),
      ]
    }
  }

  /// Makes another city the current one, and returns what the module reports about it.
  @discardableResult
  func use(_ city: CityID) async -> [EventReports.Report] {
    currentCity.withLock { $0 = city }
    return await reports(about: CityChanged(city: city))
  }

  /// Publishes an event, and returns what the module reports about it.
  func reports(about event: some Event) async -> [EventReports.Report] {
    let reports = EventReports()
    await reports.collect { await mediator.publishAndWait(event) }
    return reports.end()
  }

  @discardableResult
  func undo() async throws -> [String] {
    try await mediator.perform(Cart.undo).lines.map(\.text)
  }

  var content: CartContent {
    get async throws { try await mediator.perform(Cart.list) }
  }

  /// The lines as texts such as `2 Z2 EUR 1.40` or `1 day Senior EUR 3.50`.
  var lines: [String] {
    get async throws { try await content.lines.map(\.text) }
  }

  @discardableResult
  func add(
    _ fare: String, _ quantity: Int? = nil, rider: String? = nil, medium: String? = nil
  ) async throws -> CartContent {
    try await mediator.perform(
      Cart.add, CartAddition(fare: fare, quantity: quantity, rider: rider, medium: medium))
  }

  @discardableResult
  func change(
    _ fare: String, to quantity: Int, rider: String? = nil, medium: String? = nil
  ) async throws -> CartContent {
    try await mediator.perform(
      Cart.change, CartChange(fare: fare, quantity: quantity, rider: rider, medium: medium))
  }
}

/// The current city cannot be read.
private struct UnknownCity: Error {}

extension Order {
  /// An order of one fare.
  init(_ id: String, _ quantity: Int, _ fare: String, _ state: OrderState) {
    let line = OrderLine(
      fare: fare, name: fare, rider: nil, quantity: quantity, price: Money(140, .example))
    self.init(
      id: id, city: CartFixture.city, lines: [line], total: Money(140 * quantity, .example),
      state: state, placedAt: Date(timeIntervalSince1970: 0))
  }
}

extension CartLine {
  var text: String {
    ["\(quantity)", fare, rider, "\(price)"].compactMap(\.self).joined(separator: " ")
  }
}
