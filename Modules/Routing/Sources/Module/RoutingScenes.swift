import Console
import DataSourceInterface
import Scenes
import Mediator
import RoutingInterface
import StationsInterface

extension SceneDescription {
  /// The Journey scene, which other scenes open with an `OriginDestination`.
  static let journey = SceneDescription(
    "Journey", "plan a journey and change its departure", shows: OriginDestination.self
  ) { .journey($0, through: $1) }
}

extension ListScene {
  /// The Journey scene: two stations to choose, and below them one journey, whose departure the
  /// keys change.
  fileprivate static func journey(
    _ ends: OriginDestination?, through mediator: Mediator
  ) -> ListScene {
    let selection = JourneySelection(ends, mediator)
    let endpoints = ListSection("ends", id: \.role.rawValue, layout: endpointLayout) { _ in
      ListPage(selection.endpoints)
    }
    let journey = ListSection(
      "journey", id: { _ in "journey" }, layout: .detail(DepartureSliderView.text)
    ) { _ in
      ListPage(try await selection.slider().map { [$0] } ?? [])
    }
    let scene = ListScene("Journey", [endpoints, journey]) { scene, event in
      guard let endpoint = event.selectedItem(as: JourneyEndpoint.self) else { return event }
      Task { await scene.chooseStation(endpoint.role, for: selection, mediator) }
      return nil
    }
    func sliderKey(
      _ key: Key, _ summary: String, _ move: @escaping @Sendable () -> Void
    ) -> KeyBinding {
      KeyBinding(key, summary) { _ in
        move()
        await journey.refresh()
        return nil
      }
    }
    scene.keyBindings = [
      sliderKey(.left, "earlier") { selection.moveSlider { $0.moveEarlier() } },
      sliderKey(.right, "later") { selection.moveSlider { $0.moveLater() } },
      sliderKey(.character("n"), "now") { selection.resetSliderToNow() },
      sliderKey(.character("f"), "first") { selection.moveSlider { $0.moveToFirst() } },
      sliderKey(.character("l"), "last") { selection.moveSlider { $0.moveToLast() } },
      KeyBinding(.character("b"), "bookmark") { _ in try await selection.addBookmark() },
      KeyBinding(.character("t"), "keep as trip") { _ in try await selection.addTrip() },
    ]
    return scene
  }

  private static let endpointLayout = ListLayout<JourneyEndpoint>.table(
    .init { .init($0.role.rawValue, .faint) },
    .init(isFlexible: true) { endpoint in
      endpoint.place.map { .init($0.name, .strong) } ?? .init("choose a station", .faint)
    })

  /// Opens a list of stations for one endpoint, and then for the other one if it is still missing.
  private func chooseStation(
    _ role: JourneyEndpoint.Role, for selection: JourneySelection, _ mediator: Mediator
  ) async {
    do {
      let stations = try await mediator.perform(Stations.picker, selection.city)
      push {
        stations.scene(role.title, $0)
      } onResult: { [self] selected in
        selection.choose(selected, as: role)
        Task {
          if let missing = selection.endpoints.first(where: { $0.place == nil }) {
            await chooseStation(missing.role, for: selection, mediator)
          }
          await refresh()
        }
      }
    } catch {
      report(error)
    }
  }
}
