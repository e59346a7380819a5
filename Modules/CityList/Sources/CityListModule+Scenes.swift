import CityListInterface
import DataSourceInterface
public import ListScene
import Mediator

extension CityListModule: SceneModule {
  /// All cities: one that is there becomes the current one when it is opened, another is downloaded.
  public static let scenes = [
    SceneDescription("Cities", "choose or download a city") {
      .cities(through: $0)
    }
  ]
}

extension ListScene {
  fileprivate static func cities(through mediator: Mediator) -> ListScene {
    let section = ListSection(
      "cities", id: \ListedCity.id.description, layout: ListedCityView.list
    ) { _ in ListPage(try await mediator.perform(CityList.cities, CitySearch())) }
    let progress = mediator.follow(CityProgressed.self) { [weak section] _ in
      Task { await section?.refresh() }
    }
    return ListScene("Cities", ListController(section)) { scene, event in
      guard let city = event.selected(ListedCity.self) else { return event }
      // The scene follows the progress for as long as it answers events.
      withExtendedLifetime(progress) {}
      Task {
        do { try await city.open(through: mediator) } catch { scene.report(error) }
        await section.refresh()
      }
      return nil
    }
  }
}

extension ListedCity {
  /// Makes it the current city, or brings it here; what is on its way needs neither.
  fileprivate func open(through mediator: Mediator) async throws {
    let reference = CityReference(city: id)
    switch state {
    case .ready, .updateAvailable: _ = try await mediator.perform(DataSource.use, reference)
    case .absent, .paused, .failed: _ = try await mediator.perform(CityList.download, reference)
    case .queued, .downloading, .importing: break
    }
  }
}
