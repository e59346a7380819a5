import Console
import DataSourceInterface
import MapInterface
import Mediator
import RoutingInterface
import TestSupport

@testable import Map

/// The module at work on a city that a test composes, and one journey in it.
final class Draughtsman: Sendable {
  private let harness: ModuleHarness
  let questions = Recorder<JourneyQuery>()
  var mediator: Mediator { harness.mediator }

  init(
    _ lines: [LineDetails], _ stations: [Station], plan: JourneyPlan? = nil,
    platforms: [(platform: String, station: String)] = []
  ) async throws {
    harness = try await ModuleHarness(MapModule.self)
    try harness.stub(DataSource.city) { _ in .sample }
    try harness.stub(DataSource.lines) { _ in lines }
    try harness.stub(DataSource.stations) { _ in stations }
    try harness.stub(DataSource.timetable) { _ in .platforms(platforms) }
    try harness.stub(Routing.plan) { [questions] query in
      questions.record(query)
      return plan
        ?? JourneyPlan(
          city: .builtIn, date: ServiceDate(day: 0), from: Place(id: query.from, name: query.from),
          to: Place(id: query.to, name: query.to), journeys: [], reason: "no train runs")
    }
  }

  func draw(_ query: MapQuery = MapQuery()) async throws -> MapDrawing {
    try await mediator.perform(Map.draw, query)
  }

  func answer(_ command: Command, _ parameters: Parameters) async throws -> Answer {
    try await command.run(
      Invocation(
        parameters: parameters, mediator: mediator, progress: ProgressReporter { _, _ in },
        arguments: command.arguments))
  }
}

extension Journey {
  /// One ride that stops at stations on the way.
  static func ride(_ line: LineDetails, _ calls: String...) -> Journey {
    let places = calls.map { Place(id: $0, name: $0) }
    let ride = Ride(
      line: line.line, trip: nil, headsign: "", from: places[0], to: places[places.count - 1],
      departure: ServiceTime(seconds: 36000), arrival: ServiceTime(seconds: 36600),
      through: Array(places.dropFirst().dropLast()))
    return Journey(departure: ride.departure, arrival: ride.arrival, rides: 1, legs: [.ride(ride)])
  }
}
