import DataSourceInterface
import MapInterface
import Mediator
import RoutingInterface

/// Gathers what a picture shows, and has it drawn.
struct Cartographer: Sendable {
  let mediator: Mediator

  func draw(_ query: MapQuery) async throws -> MapDrawing {
    if let from = query.from, let to = query.to {
      return try await draw(
        JourneyQuery(from: from, to: to, city: query.city, date: query.date, depart: query.depart))
    }
    if let end = query.from ?? query.to { throw MapError.missingEnd(end) }
    let (city, network) = try await network(of: query.city)
    return Poster(
      city: city, title: city.name,
      subtitle: "\(city.agency) · \(network.lines.count) lines, \(network.nodes.count) stations",
      drawing: NetworkDrawing(network)
    ).picture
  }

  /// Draws the fastest journey of a plan.
  func draw(_ query: JourneyQuery) async throws -> MapDrawing {
    let (city, network) = try await network(of: query.city)
    let plan = try await mediator.perform(Routing.plan, query)
    return Poster(
      city: city, title: "\(plan.from.name) → \(plan.to.name)", subtitle: plan.subtitle(in: city),
      drawing: NetworkDrawing(network, try await highlight(of: plan, on: network))
    ).picture
  }

  private func network(of city: CityID?) async throws -> (City, TrackNetwork) {
    let city = try await mediator.perform(DataSource.city, CityQuery(city: city))
    let lines = try await mediator.perform(DataSource.lines, CityQuery(city: city.id))
    let stations = try await mediator.perform(DataSource.stations, StationSearch(city: city.id))
    return (city, TrackNetwork(lines, stations))
  }

  /// The line that a text names, by its id or its name.
  func line(_ query: LineQuery) async throws -> LineMap {
    let city = try await mediator.perform(DataSource.city, CityQuery(city: query.city))
    let lines = try await mediator.perform(DataSource.lines, CityQuery(city: city.id))
    let name = query.line.lowercased()
    let exact = lines.filter { $0.line.id == query.line }
    let found = exact.isEmpty ? lines.filter { $0.line.name.lowercased() == name } : exact
    guard let details = found.first else {
      let names = Set(lines.map(\.line.name))
      throw MapError.unknownLine(
        query.line, city: city.name, nearest: names.nearest(to: query.line, limit: 3))
    }
    guard found.count == 1 else {
      throw MapError.ambiguousLine(query.line, city: city.name, ids: found.map(\.line.id))
    }
    let served = Set(details.courses.flatMap(\.stations).map(\.id))
    let stations = try await mediator.perform(
      DataSource.stations, StationSearch(city: city.id))
    return LineMap(details: details, stations: stations.filter { served.contains($0.id) })
  }

  /// The fastest journey of a plan; none where there is none.
  private func highlight(
    of plan: JourneyPlan, on network: TrackNetwork
  ) async throws -> Highlight? {
    guard let journey = plan.fastest else { return nil }
    let timetable = try await mediator.perform(DataSource.timetable, plan.city)
    let ids = Dictionary(
      zip(timetable.stops.id, timetable.stops.station), uniquingKeysWith: { first, _ in first })
    return Highlight(journey, on: network) { id in
      ids[id].map { timetable.place(ofStation: Int($0)).id }
    }
  }
}

extension JourneyPlan {
  fileprivate var fastest: Journey? { journeys.min { $0.arrival < $1.arrival } }

  fileprivate func subtitle(in city: City) -> String {
    guard let fastest else { return "\(city.name), \(date) · \(reason ?? "no journey")" }
    let minutes = (fastest.duration.components.seconds + 59) / 60
    return "\(city.name), \(date) · \(fastest.departure.clock)–\(fastest.arrival.clock) · "
      + "\(minutes) min · \(fastest.changesInWords)"
  }
}

extension Journey {
  fileprivate var changesInWords: String {
    switch changes {
    case 0: "direct"
    case 1: "1 change"
    default: "\(changes) changes"
    }
  }
}
