import DataSourceInterface
import Documents
import JourneysInterface
import MapInterface
import Mediator
import Platform
import Scenes
import StationsInterface

extension MapModule {
  /// The scene "Map": the network of the current city, whose stations open their page.
  static let scenes = [
    SceneDescription(
      "Map", "see the network, its stations and journeys",
      following: [
        CityChanged.self, CityInstalled.self, HighlightChanged.self, TimetablePatched.self,
      ]
    ) { .map(through: $0) }
    .showing(LineQuery.self) { .line($0, $1) }
    .opened(byLinksTo: Map.line) { .line($0, $1) }
  ]
}

/// What a person can do with a station of the map.
private enum StationAction: String, CaseIterable, Codable {
  case departures = "departures"
  case startHere = "start here"
  case goHere = "go here"
}

extension ListScene {
  fileprivate static func map(through mediator: Mediator) -> ListScene {
    let network = ListSection(
      "map", id: \.city.id.description, layout: .detail { $0.picture.textAlternative }
    ) { _ in ListPage([try await MapRenderer(mediator: mediator).currentContent()]) }
    let ends = Lock(JourneyEnds())
    let shown = Lock<MapContent?>(nil)
    let scene = ListScene("Map", [network])
    scene.onChange = { scene, _ in
      guard let content = network.items.first else { return }
      let canvas = PlaceCanvas.stations(of: content) { scene, node in
        scene.openStation(node, of: content, ends)
      }
      let isSameCity = ends.withLock { $0.city == content.city.id }
      if !isSameCity { ends.withLock { $0 = JourneyEnds(city: content.city.id) } }
      let previous = isSameCity ? scene.canvas : nil
      if let previous { canvas.keepView(of: previous) }
      let before = shown.withLock { shown in
        defer { shown = content }
        return shown
      }
      // In a newer timetable of the city, the station may be another node.
      let kept = (previous?.selection).flatMap { before?.id(of: $0) }
        .flatMap { content.network.node(of: $0) }
      let selected = kept ?? content.highlight?.start ?? content.usualNode
      if let selected, content.isNode(selected) { canvas.select(selected) }
      scene.show(canvas)
    }
    let hasStations = { @MainActor [weak scene] in scene?.canvas?.selection != nil }
    for (end, key) in [(JourneyEnds.End.from, "f" as Shortcut), (.to, "t")] {
      scene.addAction(end.title, key: key, applies: hasStations) { scene in
        guard let content = network.items.first, let node = scene.canvas?.selection else {
          return nil
        }
        return scene.choose(end, node, of: content, ends)
      }
    }
    scene.addAction("find", key: "/") { scene in
      let stations = try await mediator.perform(Stations.picker, nil)
      scene.push {
        stations.scene("Find", $0)
      } onResult: { [weak scene] station in
        let node = network.items.first?.network.node(of: station.id)
        if let node { scene?.canvas?.select(node) }
      }
      return nil
    }
    scene.addAction(
      "lines", key: "l", applies: { network.items.first?.network.lines.isEmpty == false }
    ) { scene in
      if let content = network.items.first { scene.push(.lines(of: content, through: mediator)) }
      return nil
    }
    scene.file = {
      guard let content = network.items.first else { return nil }
      let drawing = MapDocument(content).rendered
      return SceneFile(.text(drawing.svg), title: drawing.title, pathExtension: "svg")
    }
    let hasEnds = { @MainActor in network.items.first?.ends != nil }
    scene.addAction("journey", key: "o", applies: hasEnds) { scene in
      if let ends = network.items.first?.ends { scene.openScene(showing: ends) }
      return nil
    }
    scene.addAction("clear", key: "x", applies: hasEnds) { scene in
      try await mediator.perform(Map.clearJourney)
      await scene.refresh()
      return nil
    }
    return scene
  }

  /// Lists what can be done with a station.
  private func openStation(_ node: Int, of content: MapContent, _ ends: Lock<JourneyEnds>) {
    guard let id = content.id(of: node) else { return }
    push {
      .actions(for: content.network.nodes[node].name, $0)
    } onResult: { [weak self] action in
      switch action {
      case .departures:
        self?.openScene(showing: StationDetailsQuery(name: "id:\(id)", city: content.city.id))
      case .startHere: self?.notify(of: self?.choose(.from, node, of: content, ends))
      case .goHere: self?.notify(of: self?.choose(.to, node, of: content, ends))
      }
    }
  }

  private func notify(of sentence: LocalizedText?) {
    if let sentence { notify(sentence) }
  }

  private static func actions(
    for name: String, _ end: @escaping @MainActor (StationAction) -> Void
  ) -> ListScene {
    let actions = ListSection(
      "actions", id: \.rawValue,
      layout: .table(.init { (action: StationAction) in "\(action.rawValue)" })
    ) { _ in ListPage(StationAction.allCases) }
    let scene = ListScene(LocalizedText(verbatim: name), [actions])
    scene.addChoice(from: actions, end)
    return scene
  }

  /// Chooses a station as an end of a journey. When both ends are chosen, opens the journey,
  /// which the map highlights as soon as it is planned. Returns what is still to be chosen.
  private func choose(
    _ end: JourneyEnds.End, _ node: Int, of content: MapContent, _ chosen: Lock<JourneyEnds>
  ) -> LocalizedText? {
    guard let id = content.id(of: node) else { return nil }
    let station = content.network.nodes[node]
    let place = PointOfInterest(id: id, name: TranslatedName(station.name))
    let ends = chosen.withLock { $0.chosen(end, place) }
    switch (ends?.from, ends?.to) {
    case (nil, nil):
      return switch end {
      case .from:
        "'\(station.name)' is the destination already; 'f' on another station starts there."
      case .to: "'\(station.name)' is the start already; 't' on another station goes there."
      }
    case (let from?, let to?):
      openScene(showing: OriginDestination(city: content.city.id, from: from, to: to))
      return nil
    case (_?, nil): return "From '\(station.name)'; 't' on another station goes there."
    case (nil, _): return "To '\(station.name)'; 'f' on another station starts there."
    }
  }
}

extension MapContent {
  /// Whether a point is a station of the network, and not a place of the journey.
  fileprivate func isNode(_ point: Int) -> Bool { network.nodes.indices.contains(point) }

  /// The id of a node's station; nil for a place of the journey.
  fileprivate func id(of point: Int) -> String? {
    isNode(point) ? network.nodes[point].ids.first : nil
  }
}

/// The ends of a journey that are chosen on the map.
private struct JourneyEnds {
  enum End {
    case from, to

    /// What choosing a station as this end is called.
    var title: LocalizedText {
      switch self {
      case .from: "from"
      case .to: "to"
      }
    }
  }

  /// The city of the map; nil until it is shown.
  var city: CityID?
  var from: PointOfInterest?
  var to: PointOfInterest?

  /// Chooses one end and returns the result; nil if the place is the other end already. When both
  /// ends are chosen, the next choice starts from the beginning.
  mutating func chosen(_ end: End, _ place: PointOfInterest) -> JourneyEnds? {
    let other =
      switch end {
      case .from: to
      case .to: from
      }
    guard other != place else { return nil }
    switch end {
    case .from: from = place
    case .to: to = place
    }
    let result = self
    if from != nil, to != nil { self = JourneyEnds(city: city) }
    return result
  }
}

extension PlaceCanvas {
  /// The stations of a network, with the name and the lines of the selected one below the picture.
  fileprivate static func stations(
    of content: MapContent, onEnter: @escaping @MainActor (ListScene, Int) -> Void
  ) -> PlaceCanvas {
    PlaceCanvas(
      content.picture, captionKeys: [content.ends == nil ? "l" : "o", .enter],
      caption: { $0.map(content.caption) }, onEnter: onEnter)
  }
}
