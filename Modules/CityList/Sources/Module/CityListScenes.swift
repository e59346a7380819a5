import CityListInterface
import DataSourceInterface
import Documents
import Mediator
import Platform
import Scenes

extension CityListModule {
  /// The scene "Cities": selecting an installed city makes it the current one, selecting another
  /// city downloads it.
  static let scenes = [
    SceneDescription(
      "Cities", "choose or download a city", shows: CitySelection.self,
      following: [CityProgressed.self, CityInstalled.self, CityRemoved.self, CityChanged.self]
    ) { _, mediator in .cities(through: mediator) }
    .counting { "\(try await $0.perform(DataSource.installed).count)" }
  ]
}

extension ListScene {
  fileprivate static func cities(through mediator: Mediator) -> ListScene {
    let canRestore = Lock(false)
    let section = ListSection(
      "cities", id: \ListedCity.id.description, layout: CityView.choices
    ) { _ in
      let cities = try await mediator.perform(CityList.cities, CitySearch(refresh: true))
      let date = try await mediator.perform(CityList.outdatedSince)
      let restorable = try await mediator.perform(DataSource.restorable)
      canRestore.withLock { $0 = restorable != nil }
      return ListPage(cities, isStale: date != nil, date: date)
    }
    let scene = ListScene("Cities", [section])
    scene.addAction("open", key: .enter, on: section, applies: { !$0.hasJob }) { _, city in
      try await city.open(through: mediator)
      return nil
    }
    scene.addAction("add", key: "a") { scene in
      let installed = try await mediator.perform(DataSource.cities).map(\.id)
      let request = try await scene.fill("Install a city from a GTFS feed", submit: "Install") {
        (request: AddCity) in request
      }
      guard let request else { return nil }
      // The form is closed, so that the row shows the progress of the download.
      scene.select("\(request.city)")
      let city = try await mediator.perform(CityList.add, request)
      return installed.contains(city.id)
        ? "Installed \(city.name). \(CityView.replacement)" : "Installed \(city.name)."
    }
    scene.addAction(
      "update", key: "u", on: section, calls: CityList.update, through: mediator,
      applies: { $0.isInstalled && $0.source != nil }
    ) {
      CityReference(city: $0.id)
    } notice: {
      $0.isNew ? "Updated \($0.city.name)." : "\($0.city.name) is up to date."
    }
    scene.addAction("stop", key: "x", on: section, applies: \.hasJob) { _, city in
      try await mediator.perform(CityList.stop, CityReference(city: city.id))
      return "Stopped \(city.name); ⏎ goes on."
    }
    scene.addAction("remove", key: "d", on: section, applies: \.hasFiles) { _, city in
      let removed = try await mediator.perform(
        CityList.remove, RemoveCity(city: city.id, keepAddress: true))
      // The row may be older than the end of its download.
      let restorable = try await mediator.perform(DataSource.restorable)
      return restorable == city.id
        ? "Removed \(removed.name); z undoes that until you quit."
        : "Removed the download of \(removed.name); ⏎ starts it again."
    }
    scene.addAction(
      "undo removal", key: "z", applies: { canRestore.withLock(\.self) }
    ) { _ in "Installed \(try await mediator.perform(DataSource.restore).name) again." }
    return scene
  }
}

extension ListedCity {
  fileprivate var isInstalled: Bool {
    id != .builtIn && (state == .ready || state == .updateAvailable)
  }

  /// Whether something of the city is on the disk, perhaps only a part of a download.
  fileprivate var hasFiles: Bool { isInstalled || state == .paused || state == .failed }

  /// Whether a download or an import is in progress.
  fileprivate var hasJob: Bool {
    switch state {
    case .queued, .downloading, .importing: true
    case .absent, .paused, .ready, .updateAvailable, .failed: false
    }
  }

  /// Makes the city the current one if it is installed; otherwise downloads it, unless its download
  /// or import is in progress.
  fileprivate func open(through mediator: Mediator) async throws {
    let reference = CityReference(city: id)
    switch state {
    case .ready, .updateAvailable: _ = try await mediator.perform(DataSource.use, reference)
    case .absent, .paused, .failed: _ = try await mediator.perform(CityList.download, reference)
    case .queued, .downloading, .importing: break
    }
  }
}
