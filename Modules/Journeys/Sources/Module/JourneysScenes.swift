import BookmarksInterface
import CartInterface
import DataSourceInterface
import Documents
import JourneysInterface
import Mediator
import ModuleManager
import RoutingInterface
import Scenes
import StationsInterface

extension SceneDescription {
  /// The Journey scene, which other scenes open with an `OriginDestination`, and links with a query.
  static let journey = SceneDescription(
    "Journey", "plan a journey and change its departure", shows: OriginDestination.self,
    following: [CityInstalled.self, CityRemoved.self, TimetablePatched.self, MinuteBegan.self]
  ) { .journey(JourneySelection($0, $1)) }
  .showing(JourneyEnd.self) { end, mediator in
    let selection = JourneySelection(end, mediator)
    let scene = ListScene.journey(selection)
    scene.perform {
      try await selection.findEnds()
      if let missing = selection.current.missingEnd {
        // The answer is kept: it is the start of the first journey.
        try await scene.chooseStation(
          missing, titled: missing == .from ? "Where do you leave from?" : "Where to?",
          for: selection, mediator)
      }
      return nil
    }
    return scene
  }
  .opened(byLinksTo: Journeys.plan) { query, mediator in
    let plan = try await mediator.perform(Journeys.plan, query)
    let ends = OriginDestination(city: plan.city, from: plan.from, to: plan.to)
    let selection = JourneySelection(ends, mediator)
    selection.choose(try await selection.options(of: query, plan))
    return .journey(selection)
  }
}

extension ListScene {
  /// The Journey scene: two stations and the options to choose, and below them one journey, whose
  /// departure the keys change, and other journeys.
  fileprivate static func journey(_ selection: JourneySelection) -> ListScene {
    let mediator = selection.mediator
    let choices = ListSection("ends", id: \.id, layout: JourneyOptionsView.layout) { _ in
      ListPage(selection.current.choices)
    }
    let shown = JourneySections(selection)
    let scene = ListScene(
      "Journey", [choices, shown.head, shown.parts, shown.notes, shown.others, shown.recent])
    scene.onChange = { scene, section in
      guard section === shown.head else { return }
      // The other sections show parts of the same slider, and the current date.
      scene.perform { [weak scene] in
        for section in scene?.sections ?? [] where section !== shown.head {
          await section.refresh()
        }
        return nil
      }
    }
    scene.addAction("open", key: .enter, on: choices) { scene, choice in
      switch choice {
      case .endpoint(let endpoint):
        try await scene.chooseStation(endpoint.role, for: selection, mediator)
      case .options: try await scene.chooseOptions(for: selection, mediator)
      }
      return nil
    }
    scene.addAction("open", key: .enter, on: shown.parts, applies: { $0.ride != nil }) {
      scene, part in
      if let ride = part.ride { scene.push(.stops(of: ride, selection)) }
      return nil
    }
    scene.addAction("open", key: .enter, on: shown.others) { scene, alternative in
      selection.moveSlider { $0.move(to: alternative.position) }
      await scene.refreshJourney()
      return nil
    }
    scene.addAction("open", key: .enter, on: shown.recent) { scene, entry in
      selection.choose(entry)
      await scene.refreshJourney()
      return nil
    }
    scene.link = { selection.link }
    scene.addSlider(of: selection)
    scene.addActions(on: selection, mediator)
    scene.bar = Cart.bar
    return scene
  }

  /// The keys and the mouse change the departure, once the journeys are loaded.
  private func addSlider(of selection: JourneySelection) {
    let moves: [(Shortcut, LocalizedText, () -> Void)] = [
      (.left, "earlier", { selection.moveEarlier() }),
      (.right, "later", { selection.moveLater() }),
      ("n", "now", { selection.show(.now) }),
      ("f", "first", { selection.moveToFirst() }),
      ("l", "last", { selection.moveSlider { $0.moveToLast() } }),
    ]
    for (key, title, move) in moves {
      addAction(title, key: key, applies: { selection.current.slider != nil }) { scene in
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

/// The journey that is shown: its day and position, its parts, what is to be known about it, and
/// other journeys.
@MainActor
private struct JourneySections {
  private nonisolated static let maximumRecent = 4

  let head: ListSection<DepartureSlider>
  let parts: ListSection<JourneyPart>
  let notes: ListSection<DepartureSlider>
  let others: ListSection<JourneyAlternative>
  let recent: ListSection<HistoryEntry>

  init(_ selection: JourneySelection) {
    head = ListSection(
      "journey", id: { _ in "journey" }, layout: .detail(DepartureSliderView.head)
    ) { request in
      let slider = try await request.ignoresCache ? selection.currentSlider() : selection.slider()
      return ListPage(slider.map { [$0] } ?? [])
    }
    parts = ListSection(
      "parts", id: { "\($0.number)" }, layout: JourneyPartsView.parts,
      groupedBy: { ListGroup("\($0.journey.summary)") }
    ) { _ in ListPage(await selection.sliderIfPossible()?.parts ?? []) }
    notes = ListSection(
      "notes", id: { _ in "notes" }, layout: .detail(DepartureSliderView.notes)
    ) { _ in
      ListPage(await selection.sliderIfPossible().map { $0.hasNotes ? [$0] : [] } ?? [])
    }
    others = ListSection(
      "alternatives", title: "Alternatives", id: { "\($0.position)" },
      layout: JourneyPartsView.alternatives
    ) { _ in ListPage(await selection.sliderIfPossible()?.alternatives ?? []) }
    others.isBeside = true
    recent = ListSection(
      "recent", title: "Recent journeys", id: { "\($0.from.id) \($0.to.id)" },
      layout: JourneyPartsView.recent, following: [HistoryChanged.self]
    ) { _ in
      // The ends that are restored are those of the journey that is shown.
      _ = await selection.sliderIfPossible()
      return ListPage(Array(try await selection.recentJourneys().prefix(Self.maximumRecent)))
    }
  }
}
