import BookmarksInterface
import Console
import DataSourceInterface
import Mediator
import RoutingInterface
import Scenes
import StationsInterface

extension SceneDescription {
  /// The Journey scene, which other scenes open with an `OriginDestination`.
  static let journey = SceneDescription(
    "Journey", "plan a journey and change its departure", shows: OriginDestination.self
  ) { .journey($0, through: $1) }
}

extension ListScene {
  /// The Journey scene: two stations and the options to choose, and below them one journey, whose
  /// departure the keys change.
  fileprivate static func journey(
    _ ends: OriginDestination?, through mediator: Mediator
  ) -> ListScene {
    let selection = JourneySelection(ends, mediator)
    let choices = ListSection("ends", id: \.id, layout: JourneyOptionsView.layout) { _ in
      ListPage(selection.choices)
    }
    let journey = ListSection(
      "journey", id: { _ in "journey" }, layout: .detail(DepartureSliderView.text)
    ) { _ in
      ListPage(try await selection.slider().map { [$0] } ?? [])
    }
    let scene = ListScene("Journey", [choices, journey]) { scene, event in
      if case .changed = event.kind, event.section == journey.id {
        // The texts of the options depend on the current date.
        scene.perform {
          await choices.refresh()
          return nil
        }
      }
      guard let choice = event.selectedItem(as: JourneyChoice.self) else { return event }
      scene.perform {
        switch choice {
        case .endpoint(let endpoint):
          try await scene.chooseStation(endpoint.role, for: selection, mediator)
        case .options: try await scene.chooseOptions(for: selection, mediator)
        }
        return nil
      }
      return nil
    }
    scene.bindSlider(of: selection)
    scene.bind(.character("o"), "options", applies: { _ in selection.areEndsChosen }) { scene, _ in
      try await scene.chooseOptions(for: selection, mediator)
      return nil
    }
    scene.bind(.character("b"), "bookmark", applies: { _ in selection.areEndsChosen }) { _, _ in
      try await selection.addBookmark()
    }
    scene.bind(
      .character("t"), "keep as trip", applies: { _ in selection.loadedSlider?.journey != nil }
    ) { _, _ in try await selection.addTrip() }
    return scene
  }

  /// The keys that change the departure, once the journeys are loaded.
  private func bindSlider(of selection: JourneySelection) {
    let keys: [(Key, String, @Sendable () -> Void)] = [
      (.left, "earlier", { selection.moveEarlier() }),
      (.right, "later", { selection.moveLater() }),
      (.character("n"), "now", { selection.show(.now) }),
      (.character("f"), "first", { selection.moveSlider { $0.moveToFirst() } }),
      (.character("l"), "last", { selection.moveSlider { $0.moveToLast() } }),
    ]
    for (key, summary, move) in keys {
      bind(key, summary, applies: { _ in selection.loadedSlider != nil }) { scene, _ in
        move()
        await scene.refreshJourney()
        return nil
      }
    }
  }

  /// Loads the journeys, and then the options.
  private func refreshJourney() async {
    for section in sections.reversed() { await section.refresh() }
  }

  /// Opens a list of stations for one endpoint, and then for the other one if it is still missing.
  private func chooseStation(
    _ role: JourneyEndpoint.Role, for selection: JourneySelection, _ mediator: Mediator
  ) async throws {
    let stations = try await mediator.perform(Stations.picker, selection.city)
    push {
      stations.scene(role.title, $0)
    } onResult: { [self] selected in
      selection.choose(selected, as: role)
      perform { [self] in
        if let missing = selection.endpoints.first(where: { $0.place == nil }) {
          try await chooseStation(missing.role, for: selection, mediator)
        }
        await refreshJourney()
        return nil
      }
    }
  }

  /// Opens the form of the options. It stays open while the options are not accepted.
  private func chooseOptions(
    for selection: JourneySelection, _ mediator: Mediator
  ) async throws {
    let ends = selection.endpoints.compactMap(\.place)
    guard ends.count == 2 else { return }
    let options = selection.options
    let given: Parameters = ["from": ends[0].reference, "to": ends[1].reference]
    // Without the module Stations, the person types the name of the station on the way.
    let stations = try? await mediator.perform(Stations.picker, selection.city)
    let changed = try await fill(
      .journeyOptions, given: given,
      initial: options.fields(on: selection.loadedSlider?.last.date),
      pickers: ["via": stations?.field(initial: options.via)].compactMapValues(\.self)
    ) { (query: JourneyQuery) in try await selection.options(of: query) }
    guard let changed else { return }
    selection.choose(changed)
    await refreshJourney()
  }
}
