import BookmarksInterface
import DataSourceInterface
import Documents
import FaresInterface
import JourneysInterface
import Mediator
import RoutingInterface
import Scenes
import ShareInterface
import StationsInterface

/// What a person does in the Journey scene, apart from moving through the journeys.
extension ListScene {
  /// The actions for the options and for the journey that is shown.
  func addActions(on selection: JourneySelection, _ mediator: Mediator) {
    addAction("options", key: "o", applies: { selection.current.ends != nil }) { scene in
      try await scene.chooseOptions(for: selection, mediator)
      return nil
    }
    let isShown = { @MainActor in selection.current.slider?.journey != nil }
    addAction("keep as trip", key: "t", applies: isShown) { _ in try await selection.addTrip() }
    // The stations of a trip or a bookmark may be unknown until their journeys are loaded.
    addAction("bookmark", key: "b", applies: { selection.current.slider != nil }) { scene in
      guard let (given, initial) = selection.bookmark else { return nil }
      let bookmark = try await scene.fill(
        "Bookmark the journey", calls: Bookmarks.add, fields: ["name"], given: given,
        initial: initial, through: mediator)
      return bookmark.map { "Added bookmark '\($0.name)'." }
    }
    addAction(
      "add to cart", key: "+", applies: { selection.current.slider?.journey?.fare != nil }
    ) { scene in
      let media = try await selection.mediumPrices()
      guard media.count > 1 else { return try await selection.addToCart() }
      let names = media.map { $0.medium ?? "anything" }
      let prices = Dictionary(zip(names, media.map(\.price))) { first, _ in first }
      scene.push {
        .choice(names, titled: "Pay with", $0) { name in prices[name].map { "\($0)" } }
      } onResult: { [weak scene] name in
        let medium = names.firstIndex(of: name).flatMap { media[$0].medium }
        scene?.perform { try await selection.addToCart(medium: medium) }
      }
      return nil
    }
    addAction("share", key: "s", applies: isShown) { scene in
      let channels = try await mediator.perform(Share.channels)
      scene.push {
        .choice(channels, titled: "Share", $0)
      } onResult: { [weak scene] channel in
        scene?.perform { try await scene?.share(selection, as: channel) }
      }
      return nil
    }
  }

  /// Opens a list of stations for one endpoint, and then for the other one if it is still missing.
  /// - Parameter title: The title of the list; nil for the name of the endpoint.
  func chooseStation(
    _ role: JourneyEndpoint.Role, titled title: LocalizedText? = nil,
    for selection: JourneySelection, _ mediator: Mediator
  ) async throws {
    let stations = try await mediator.perform(Stations.picker, selection.city)
    push {
      stations.scene(title ?? role.title, $0)
    } onResult: { [weak self] selected in
      selection.choose(selected, as: role)
      self?.perform {
        if let missing = selection.current.missingEnd {
          try await self?.chooseStation(missing, for: selection, mediator)
          // The search is prepared while the person looks for the other station.
          await selection.prepareSearch()
        }
        await self?.refreshJourney()
        return nil
      }
    }
  }

  /// Opens the form of the options. It stays open while the options are not accepted.
  func chooseOptions(for selection: JourneySelection, _ mediator: Mediator) async throws {
    let current = selection.current
    guard let (from, to) = current.ends else { return }
    let options = current.shownOptions
    var given: Parameters = ["from": from.reference, "to": to.reference]
    if let city = selection.shownCity { given.append(city.description, for: "city") }
    let changed = try await fill(
      "Journey options", submit: "Apply",
      fields: ["date", "depart", "arrive", "by", "via", "avoid", "changeTime", "walk", "stepFree"],
      given: given,
      initial: options.fields(on: current.slider?.last.date),
      chosen: ["via": options.via].compactMapValues { place in
        place.map { FieldValue($0.reference, label: $0.name) }
      }
    ) { (query: JourneyQuery) in try await selection.options(of: query) }
    guard let changed else { return }
    selection.choose(changed)
    await refreshJourney()
  }

  /// Shows the ends at once, loads the journeys, and then shows the options, whose texts depend on
  /// the current date.
  func refreshJourney() async {
    await sections.first?.refresh()
    for section in sections.dropFirst() { await section.refresh() }
    await sections.first?.refresh()
  }

  /// Shares the journey, and shows the text that a person reads.
  private func share(
    _ selection: JourneySelection, as channel: String
  ) async throws -> LocalizedText? {
    guard let receipt = try await selection.share(as: channel) else { return nil }
    if let text = receipt.clipboardText { copy(text) }
    guard receipt.file == nil, receipt.clipboardText == nil else {
      return LocalizedText(verbatim: receipt.sentence)
    }
    push(.text(receipt.sentence, titled: receipt.title))
    return nil
  }

  /// The stops of a ride with their times; Enter opens the page of a station.
  static func stops(of ride: Ride, _ selection: JourneySelection) -> ListScene {
    let stops = ListSection(
      "stops", id: { "\($0.number)" }, layout: JourneyPartsView.stops, pageSize: 100
    ) { _ in ListPage(try await selection.stops(of: ride)) }
    let city = selection.shownCity
    stops.opens = { StationDetailsQuery(name: "id:\($0.place.id)", city: city) }
    return ListScene("\(ride.line.name) to \(ride.headsign)", [stops])
  }

  /// A list of names, of which the person chooses one.
  /// - Parameter note: What to know about a name.
  private static func choice(
    _ names: [String], titled title: LocalizedText, _ end: @escaping @MainActor (String) -> Void,
    note: @escaping @Sendable (String) -> Text? = { _ in nil }
  ) -> ListScene {
    let section = ListSection(
      "choices", id: \.self,
      layout: .table(.init { (name: String) in "\(name)" }, .init("", .right) { note($0) ?? "" }),
      pageSize: 100
    ) { _ in ListPage(names) }
    let scene = ListScene(title, [section])
    scene.addChoice(from: section, end)
    return scene
  }

  /// A text to read.
  private static func text(_ text: String, titled title: String) -> ListScene {
    let section = ListSection(
      "text", id: \.self,
      layout: .detail { (text: String) in [.multiline(text)] }
    ) { _ in ListPage([text]) }
    return ListScene(LocalizedText(verbatim: title), [section])
  }
}
