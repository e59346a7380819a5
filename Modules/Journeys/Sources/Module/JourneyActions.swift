import BookmarksInterface
import Console
import DataSourceInterface
import Documents
import JourneysInterface
import Mediator
import RoutingInterface
import Scenes
import ShareInterface
import StationsInterface

/// What a person does in the Journey scene, apart from moving through the journeys.
extension ListScene {
  /// The keys for the options and for the journey that is shown.
  func bindActions(on selection: JourneySelection, _ mediator: Mediator) {
    bind(.character("o"), "options", applies: { _ in selection.current.ends != nil }) { scene, _ in
      try await scene.chooseOptions(for: selection, mediator)
      return nil
    }
    let isShown = { @MainActor @Sendable (_: ListRow?) in selection.current.slider?.journey != nil }
    bind(.character("t"), "keep as trip", applies: isShown) { _, _ in
      try await selection.addTrip()
    }
    // The stations of a trip or a bookmark may be unknown until their journeys are loaded.
    let isKnown = { @MainActor @Sendable (_: ListRow?) in selection.current.slider != nil }
    bind(.character("b"), "bookmark", applies: isKnown) { scene, _ in
      guard let (given, initial) = selection.bookmark else { return nil }
      let bookmark = try await scene.fill(
        .bookmarkJourney, calls: Bookmarks.add, given: given, initial: initial, through: mediator)
      return bookmark.map { "Added bookmark '\($0.name)'." }
    }
    let isPriced = { @MainActor @Sendable (_: ListRow?) in
      selection.current.slider?.journey?.fare != nil
    }
    bind(.character("+"), "add to cart", applies: isPriced) { _, _ in
      try await selection.addToCart()
    }
    bind(.character("s"), "share", applies: isShown) { scene, _ in
      let channels = try await mediator.perform(Share.channels)
      scene.push {
        .channels(channels, $0)
      } onResult: { [weak scene] channel in
        scene?.perform { try await scene?.share(selection, as: channel) }
      }
      return nil
    }
  }

  /// Opens a list of stations for one endpoint, and then for the other one if it is still missing.
  func chooseStation(
    _ role: JourneyEndpoint.Role, for selection: JourneySelection, _ mediator: Mediator
  ) async throws {
    let stations = try await mediator.perform(Stations.picker, selection.city)
    push {
      stations.scene(role.title, $0)
    } onResult: { [self] selected in
      selection.choose(selected, as: role)
      perform { [self] in
        if let missing = selection.current.missingEnd {
          try await chooseStation(missing, for: selection, mediator)
          // The search is prepared while the person looks for the other station.
          await selection.prepareSearch()
        }
        await refreshJourney()
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
      "Journey options", Command.journeyOptions, given: given,
      initial: options.fields(on: current.slider?.last.date),
      chosen: ["via": options.via].compactMapValues { place in
        place.map { FieldValue($0.reference, label: $0.name) }
      }
    ) { (query: JourneyQuery) in try await selection.options(of: query) }
    guard let changed else { return }
    selection.choose(changed)
    await refreshJourney()
  }

  /// Shows the ends at once, loads the journeys, and then shows the options, whose texts depend on the
  /// current date.
  func refreshJourney() async {
    await sections.first?.refresh()
    for section in sections.dropFirst() { await section.refresh() }
    await sections.first?.refresh()
  }

  /// Shares the journey, and shows the text that a person reads.
  private func share(_ selection: JourneySelection, as channel: String) async throws -> String? {
    guard let receipt = try await selection.share(as: channel) else { return nil }
    if let text = receipt.clipboardText { onEvent(ListEvent(.copied(text))) }
    guard receipt.file == nil, receipt.clipboardText == nil else { return receipt.sentence }
    push(.text(receipt.sentence, titled: receipt.title))
    return nil
  }

  /// The stops of a ride with their times; Enter opens the page of a station.
  static func stops(of ride: Ride, _ selection: JourneySelection) -> ListScene {
    let stops = ListSection(
      "stops", id: { "\($0.number)" }, layout: JourneyPartsView.stops, pageSize: 100
    ) { _ in ListPage(try await selection.stops(of: ride)) }
    let city = selection.shownCity
    return ListScene("\(ride.line.name) to \(ride.headsign)", [stops]) { _, event in
      guard let stop = event.selectedItem(as: RideStop.self) else { return event }
      return ListEvent(.custom(StationDetailsQuery(name: "id:\(stop.place.id)", city: city)))
    }
  }

  /// A list of share channels.
  private static func channels(
    _ names: [String], _ end: @escaping @MainActor (String) -> Void
  ) -> ListScene {
    let channels = ListSection(
      "channels", id: \.self, layout: .table(.init { (name: String) in "\(name)" }),
      pageSize: 100
    ) { _ in ListPage(names) }
    return ListScene("Share", [channels]) { _, event in
      guard let name = event.selectedItem(as: String.self) else { return event }
      end(name)
      return nil
    }
  }

  /// A text to read.
  private static func text(_ text: String, titled title: String) -> ListScene {
    let section = ListSection(
      "text", id: \.self,
      layout: .detail { (text: String) in [.multiline(text)] }
    ) { _ in ListPage([text]) }
    return ListScene(title, [section])
  }
}
