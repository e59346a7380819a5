import BookmarksInterface
import Console
import DataSourceInterface
import Documents
import Foundation
import JourneysInterface
import MapInterface
import Mediator
import RealtimeInterface
import RoutingInterface
import ShareInterface

/// Loads lines, stations and journeys, and draws them.
struct MapRenderer: Sendable {
  let mediator: Mediator

  func draw(_ query: MapQuery) async throws -> MapDrawing {
    MapDocument(try await content(for: query)).rendered
  }

  /// Loads what a map shows.
  /// - Throws: `MapError.missingEnd`, `MapError.timeWithoutJourney` and `MapError.networkTooLarge`,
  ///   and the errors of the city and of the journey.
  func content(for query: MapQuery) async throws -> MapContent {
    if let from = query.from, let to = query.to {
      return try await content(
        for: JourneyQuery(
          from: from, to: to, city: query.city, date: query.date, depart: query.depart))
    }
    if let end = query.from ?? query.to { throw MapError.missingEnd(end) }
    if query.depart != nil { throw MapError.timeWithoutJourney(field: "depart") }
    if query.date != nil { throw MapError.timeWithoutJourney(field: "date") }
    let (city, network) = try await network(of: query.city)
    return MapContent(
      city: city, title: city.name,
      subtitle: [
        city.agency, "\(network.lines.count) lines, \(network.nodes.count) stations",
        city.expiryNote,
      ].compactMap(\.self).joined(separator: " · "),
      network: network)
  }

  /// Loads what the Map scene shows: the network of the current city and, if it can be planned, the
  /// highlighted journey.
  func currentContent() async throws -> MapContent {
    let city = try await mediator.perform(DataSource.city, CityQuery(city: nil))
    if let query = try await mediator.perform(Map.highlightedJourney), query.city == city.id,
      let content = try? await content(for: query)
    {
      return content
    }
    var content = try await content(for: MapQuery(city: city.id))
    // A city without sources has none, and the app may have no such module.
    content.vehicles =
      (try? await mediator.perform(Realtime.vehicles, CityQuery(city: city.id))) ?? []
    content.usualNode = await usualNode(in: content)
    return content
  }

  /// The node of the first bookmarked station or, without one, of the start of the first bookmarked
  /// journey, of the start of the last journey, or of the station with the most lines.
  private func usualNode(in content: MapContent) async -> Int? {
    // A map does not depend on bookmarks, which may be disabled or damaged.
    let bookmarks = (try? await mediator.perform(Bookmarks.list)) ?? []
    let here = bookmarks.filter { $0.city == content.city.id }
    let history = (try? await mediator.perform(Bookmarks.history, HistoryQuery())) ?? []
    let starts =
      (here.filter { $0.to == nil } + here.filter { $0.to != nil }).map(\.from)
      + history.filter { $0.city == content.city.id }.map(\.from)
    return starts.lazy.compactMap { content.network.node(of: $0.id) }.first
      ?? content.network.busiestNode
  }

  /// Loads the best journey of a plan, or else the best one of the next day with journeys.
  private func content(for query: JourneyQuery) async throws -> MapContent {
    let (city, network) = try await network(of: query.city)
    let plan = try await mediator.perform(Journeys.plan, query)
    let best = plan.bestJourney(for: query)
    let departure = best.map { date, journey in
      JourneyTime(.depart, at: LocalDateTime(date: date, time: journey.departure).normalized)
    }
    return MapContent(
      city: city, title: "\(plan.from.name) → \(plan.to.name)",
      subtitle: plan.subtitle(best, in: city),
      network: network,
      highlight: try await highlight(of: best?.journey, in: plan.city, on: network),
      ends: OriginDestination(
        city: plan.city, from: plan.from, to: plan.to, at: departure, optionsOf: query))
  }

  /// Draws the target of an item's link.
  /// - Throws: `ShareError.missing` when the link leads to something else.
  func document(for item: ShareItem) async throws -> ShareDocument {
    let link = item.link ?? ""
    let drawing: MapDrawing
    if let query = try Journeys.plan.input(from: link, scheme: mediator.scheme) {
      drawing = MapDocument(try await content(for: query)).rendered
    } else if let query = try Map.draw.input(from: link, scheme: mediator.scheme) {
      drawing = try await draw(query)
    } else {
      throw ShareError.missing("link to a journey", title: item.title, channel: "svg")
    }
    return ShareDocument(
      content: Data(drawing.svg.utf8),
      fileName: NamedFile.name(for: item.title, pathExtension: "svg"))
  }

  /// - Throws: `MapError.networkTooLarge`.
  private func network(of city: CityID?) async throws -> (City, TrackNetwork) {
    let city = try await mediator.perform(DataSource.city, CityQuery(city: city))
    let lines = try await mediator.perform(DataSource.lines, CityQuery(city: city.id))
    let stations = try await mediator.perform(DataSource.stations, StationSearch(city: city.id))
    let drawn = TrackNetwork.drawnLines(of: lines)
    try DrawingLimit.check(drawn, of: city)
    let network = TrackNetwork(drawn, stations)
    try DrawingLimit.check(network, of: city)
    return (city, network)
  }

  /// The highlight of a journey; nil for none.
  private func highlight(
    of journey: Journey?, in city: CityID, on network: TrackNetwork
  ) async throws -> JourneyHighlight? {
    guard let journey else { return nil }
    let timetable = try await mediator.perform(DataSource.timetable, city)
    let stations = Dictionary(
      zip(timetable.stops.id, timetable.stops.station), uniquingKeysWith: { first, _ in first })
    return JourneyHighlight(journey, on: network) { stop in
      stations[stop].map { timetable.stopReference(ofStation: Int($0)).id }
    }
  }
}

extension JourneyPlan {
  /// - Parameter best: The journey that is drawn, with its date; nil for none.
  fileprivate func subtitle(
    _ best: (date: CalendarDate, journey: Journey)?, in city: City
  ) -> String {
    let (date, journey) = best ?? (date, nil)
    let description =
      journey.map {
        ["\($0.timeRange)", $0.clockDuration.formattedInMinutes, "\($0.changesDescription)"]
      } ?? [reason ?? "no journey"]
    return (["\(city.name), \(date.inWords())"] + description + [city.expiryNote])
      .compactMap(\.self).joined(separator: " · ")
  }
}
