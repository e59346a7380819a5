import AccountInterface
import CartInterface
import Console
import DataSourceInterface
import FaresInterface
import Mediator
import Scenes
import TicketsInterface

extension TicketsModule {
  /// The scene "Tickets": the tickets of the current city, which the person adds to the cart; and
  /// the scene "Wallet".
  static let scenes = [
    SceneDescription(
      "Tickets", "choose tickets to buy",
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
      let all = try await mediator.perform(Tickets.catalogue, CityQuery()).fares
      let page = all.dropFirst(request.offset).prefix(request.limit)
      return ListPage(Array(page), hasMore: request.offset + page.count < all.count)
    }
    let notice = ListSection("notice", id: \.city.description, layout: TicketsView.notice) { _ in
      let list = try await mediator.perform(Tickets.catalogue, CityQuery())
      return ListPage(list.notice == nil ? [] : [list])
    }
    let scene = ListScene("Tickets", [tickets, notice]) { scene, event in
      guard let offer = event.selectedItem(as: FareOffer.self) else { return event }
      scene.perform { try await add(offer, through: mediator) }
      return nil
    }
    scene.bar = Cart.bar
    scene.selectionSummary = "add to cart"
    scene.bind(.character("+"), "add to cart", applies: { $0?.item is FareOffer }) { _, row in
      guard let offer = row?.item as? FareOffer else { return nil }
      return try await add(offer, through: mediator)
    }
    return scene
  }

  /// Adds one ticket to the cart, and returns a sentence about it.
  private static func add(_ offer: FareOffer, through mediator: Mediator) async throws -> String {
    let content = try await mediator.perform(
      Cart.add, CartAddition(fare: offer.id, rider: offer.rider))
    return "\(TicketsView.added(offer, to: content))"
  }
}

extension FareOffer {
  /// Unique: several offers may have one id, for different riders.
  fileprivate var key: String { [id, rider ?? ""].joined(separator: " ") }
}
