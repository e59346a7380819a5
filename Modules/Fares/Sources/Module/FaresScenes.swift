import DataSourceInterface
import Documents
import FaresInterface
import Mediator
import Scenes

extension FaresModule {
  /// The scene "Fares": what passengers of the current city can buy.
  static let scenes = [
    SceneDescription(
      "Fares", "see what journeys cost",
      following: [CityChanged.self, CityInstalled.self]
    ) { .fares(through: $0) }
  ]
}

extension ListScene {
  fileprivate static func fares(through mediator: Mediator) -> ListScene {
    let notice = ListSection("notice", id: \.city.description, layout: FareView.notice) { _ in
      let list = try await mediator.perform(Fares.list, CityQuery())
      return ListPage(list.notice == nil ? [] : [list])
    }
    let fares = ListSection(
      "fares", id: \.key, layout: FareView.list,
      empty: "No fares known."
    ) { request in
      request.page(of: try await mediator.perform(Fares.list, CityQuery()).fares)
    }
    return ListScene("Fares", [notice, fares])
  }
}
