import Console
import DataSourceInterface
public import ListScene
import Mediator

extension CityListModule: SceneModule {
  /// The cities that are there, each of which becomes the current one when it is opened.
  public static let scenes = [
    SceneDescription("Cities", "choose the current city") { .cities(through: $0) }
  ]
}

extension ListScene {
  private static let layout = ListLayout<City>.table(
    .init { $0.isCurrent ? .init("●", .bold) : " " },
    .init(isFlexible: true) { .init($0.name, $0.isCurrent ? .bold : .plain) },
    .init { .init($0.id.description, .dim) })

  fileprivate static func cities(through mediator: Mediator) -> ListScene {
    let section = ListSection("cities", id: \.id.description, layout: layout) { _ in
      ListPage(try await mediator.perform(DataSource.cities))
    }
    return ListScene("Cities", ListController(section)) { scene, event in
      guard let city = event.selected(City.self) else { return event }
      Task {
        do {
          _ = try await mediator.perform(DataSource.use, CityReference(city: city.id))
          await section.refresh()
        } catch {
          scene.report(error)
        }
      }
      return nil
    }
  }
}
