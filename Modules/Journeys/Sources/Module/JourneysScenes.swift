import CartInterface
import Console
import DataSourceInterface
import Documents
import JourneysInterface
import Mediator
import RoutingInterface
import Scenes

extension SceneDescription {
  /// The Journey scene, which other scenes open with an `OriginDestination`.
  static let journey = SceneDescription(
    "Journey", "plan a journey and change its departure", shows: OriginDestination.self,
    following: [CityInstalled.self, CityRemoved.self]
  ) { .journey($0, through: $1) }
}

extension ListScene {
  /// The Journey scene: two stations and the options to choose, and below them one journey, whose
  /// departure the keys change, and other journeys.
  fileprivate static func journey(
    _ ends: OriginDestination?, through mediator: Mediator
  ) -> ListScene {
    let selection = JourneySelection(ends, mediator)
    let choices = ListSection("ends", id: \.id, layout: JourneyOptionsView.layout) { _ in
      ListPage(selection.current.choices)
    }
    let scene = ListScene("Journey", [choices] + .journey(of: selection)) { scene, event in
      if case .changed = event.kind, event.section == [ListSection].sliderID {
        // The other sections show parts of the same slider, and the current date.
        scene.perform { [weak scene] in
          for section in scene?.sections ?? [] where section.id != [ListSection].sliderID {
            await section.refresh()
          }
          return nil
        }
      }
      guard case .selected = event.kind, let row = event.row, scene.canOpen(row) else {
        return event
      }
      scene.perform { try await scene.open(row, of: selection, mediator) }
      return nil
    }
    scene.canOpen = { row in (row.item as? JourneyPart).map { $0.ride != nil } ?? true }
    scene.bindSlider(of: selection)
    scene.bindActions(on: selection, mediator)
    scene.refreshInterval = .seconds(60)
    scene.bar = Cart.bar
    return scene
  }

  /// Opens what a row stands for.
  private func open(
    _ row: ListRow, of selection: JourneySelection, _ mediator: Mediator
  ) async throws -> String? {
    switch row.item {
    case JourneyChoice.endpoint(let endpoint) as JourneyChoice:
      try await chooseStation(endpoint.role, for: selection, mediator)
    case JourneyChoice.options as JourneyChoice: try await chooseOptions(for: selection, mediator)
    case let part as JourneyPart: if let ride = part.ride { push(.stops(of: ride, selection)) }
    case let alternative as JourneyAlternative:
      selection.moveSlider { $0.move(to: alternative.position) }
      await refreshJourney()
    default: break
    }
    return nil
  }

  /// The keys and the mouse change the departure, once the journeys are loaded.
  private func bindSlider(of selection: JourneySelection) {
    let keys: [(Key, String, @Sendable () -> Void)] = [
      (.left, "earlier", { selection.moveEarlier() }),
      (.right, "later", { selection.moveLater() }),
      (.character("n"), "now", { selection.show(.now) }),
      (.character("f"), "first", { selection.moveSlider { $0.moveToFirst() } }),
      (.character("l"), "last", { selection.moveSlider { $0.moveToLast() } }),
    ]
    for (key, summary, move) in keys {
      bind(key, summary, applies: { _ in selection.current.slider != nil }) { scene, _ in
        move()
        await scene.refreshJourney()
        return nil
      }
    }
    moveScale = { [weak self] _, move in
      guard selection.current.slider != nil else { return }
      switch move {
      case .back: selection.moveEarlier()
      case .forward: selection.moveLater()
      case .to(let position): selection.moveSlider { $0.move(to: position) }
      }
      await self?.refreshJourney()
    }
  }
}

extension [ListSection] {
  fileprivate static let sliderID = "journey"

  /// The journey that is shown: its day and position, its parts, what is to be known about it, and
  /// other journeys.
  @MainActor
  fileprivate static func journey(of selection: JourneySelection) -> [ListSection] {
    let head = ListSection(
      sliderID, id: { _ in sliderID }, layout: .detail(DepartureSliderView.head)
    ) { request in
      let slider = try await request.ignoresCache ? selection.currentSlider() : selection.slider()
      return ListPage(slider.map { [$0] } ?? [])
    }
    let parts = ListSection(
      "parts", id: { "\($0.number)" }, layout: JourneyPartsView.parts,
      groupedBy: { ListGroup("\($0.journey.summary)") }
    ) { _ in ListPage(await selection.sliderIfPossible()?.parts ?? []) }
    let notes = ListSection(
      "notes", id: { _ in "notes" }, layout: .detail(DepartureSliderView.notes)
    ) { _ in
      ListPage(await selection.sliderIfPossible().map { $0.hasNotes ? [$0] : [] } ?? [])
    }
    let others = ListSection(
      "alternatives", title: "Alternatives", id: { "\($0.position)" },
      layout: JourneyPartsView.alternatives
    ) { _ in ListPage(await selection.sliderIfPossible()?.alternatives ?? []) }
    return [head, parts, notes, others]
  }
}
