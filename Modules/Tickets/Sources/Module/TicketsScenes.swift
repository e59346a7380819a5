import AccountInterface
import CartInterface
import DataSourceInterface
import Documents
import FaresInterface
import Mediator
import Scenes
import TicketsInterface

extension TicketsModule {
  /// The scene "Tickets": the tickets of the current city, which the person adds to the cart; and
  /// the scene "Wallet".
  static let scenes = [
    SceneDescription(
      "Tickets", "see fares, and choose tickets to buy",
      // The notice is that of the server where a person is signed in.
      following: [CityChanged.self, CityInstalled.self, SignedIn.self, SignedOut.self]
    ) { .catalogue(through: $0) },
    .wallet,
  ]
}

extension ListScene {
  fileprivate static func catalogue(through mediator: Mediator) -> ListScene {
    let tickets = ListSection(
      "tickets", id: \.key, layout: TicketsView.list, empty: "\(TicketsView.empty)"
    ) { request in
      request.page(of: try await mediator.perform(Tickets.catalogue, CityQuery()).fares)
    }
    let notice = ListSection("notice", id: \.city.description, layout: TicketsView.notice) { _ in
      let list = try await mediator.perform(Tickets.catalogue, CityQuery())
      return ListPage(list.notice == nil ? [] : [list])
    }
    let scene = ListScene("Tickets", [tickets, notice])
    scene.bar = Cart.bar
    for key in [Shortcut.enter, "+"] {
      scene.addAction("add to cart", key: key, on: tickets) { _, offer in
        try await add(offer, through: mediator)
      }
    }
    return scene
  }

  /// Adds one ticket to the cart, and returns a sentence about it.
  private static func add(
    _ offer: FareOffer, through mediator: Mediator
  ) async throws -> LocalizedText {
    let content = try await mediator.perform(
      Cart.add, CartAddition(fare: offer.id, rider: offer.rider, medium: offer.medium))
    return TicketsView.added(offer, to: content)
  }
}
