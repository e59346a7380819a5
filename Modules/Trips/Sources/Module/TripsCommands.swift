import Console
import DataSourceInterface
import Documents
import Foundation
import JourneysInterface
import Mediator
import RoutingInterface
import Scenes
import ShareInterface
import Store
import TripsInterface

extension Command {
  static let listTrips = Command(
    "trips", "List planned trips", action: Trips.list, outputType: [PlannedTrip].self,
    examples: ["trips", "trips --within 10"]
  ) { invocation in
    let query = try invocation.input(TripsQuery.self)
    let empty: LocalizedText =
      query.within == nil
      ? "No trips yet; add one with 'trips add'." : "No trips in these days; 'trips' lists all."
    return ListScene.trips(
      query, layout: TripsView.list, empty: empty, through: invocation.mediator)
  }

  static let nextTrip = Command(
    "trips next", "Print the next trip in one line, for the prompt of a shell", calls: Trips.next,
    examples: ["trips next"]
  ) { [.line(Text(TripsView.line(of: $0)))] }

  static let addTrip = Command(
    "trips add", "Plan a trip", action: Trips.add,
    arguments: ["from", "to", .option("as", field: "name")],
    examples: [
      "trips add Trindade Aliados --date mon --depart 8:00",
      "trips add Trindade \"Casa da Música\" --date tomorrow --arrive 9:00 --as work",
    ]
  ) { invocation in
    let mediator = invocation.mediator
    let trip = try await mediator.perform(Trips.add, invocation.input(AddTrip.self))
    let planned = try await mediator.planned(trip.id)
    return CommandResult(trip) { _ in "\(TripsView.added(planned))" }
  }

  static let changeTrip = Command(
    "trips change", "Change a trip", action: Trips.change,
    arguments: ["id", .option("as", field: "name")],
    examples: ["trips change 1 --date sat", "trips change 2 --arrive 9:30 --as school"]
  ) { invocation in
    let mediator = invocation.mediator
    let trip = try await mediator.perform(Trips.change, invocation.input(ChangeTrip.self))
    let planned = try await mediator.planned(trip.id)
    return CommandResult(trip) { _ in "\(TripsView.changed(planned))" }
  }

  static let shareTrip = Command(
    "trips share", "Share a trip, such as in a calendar", input: TripReference.self,
    outputType: ShareReceipt.self,
    arguments: [
      "id",
      .option(
        "as",
        .init(
          "the channel, such as ics or clipboard", default: "text", valueName: "channel",
          suggestions: .shareChannels)),
      .option("to", .init("the file to write", valueName: "path", suggestions: .files)),
    ],
    examples: ["trips share 2", "trips share 2 --as ics --to trip.ics"]
  ) { invocation in
    let mediator = invocation.mediator
    let id = try invocation.input(TripReference.self).id
    let planned = try await mediator.planned(id)
    let request = ShareRequest(
      try await ShareItem(planned, through: mediator), as: invocation.value("as"),
      to: invocation.value("to"))
    let receipt = try await mediator.perform(Share.share, request)
    return CommandResult(receipt, clipboardText: receipt.clipboardText) { receipt in
      [.code(receipt.sentence)]
    }
  }

  static let tripDone = Command(
    "trips done", "Mark a trip as done", calls: Trips.done, arguments: ["id"],
    examples: ["trips done 1"]
  ) { "Finished '\($0.title)'." }

  static let removeTrip = Command(
    "trips remove", "Remove a trip", calls: Trips.remove, arguments: ["id"],
    examples: ["trips remove 1"]
  ) { "Removed '\($0.title)'." }

  static let clearTrips = Command(
    "trips clear", "Remove the trips that are done or over", calls: Trips.clear,
    examples: ["trips clear"]
  ) { "\(TripsView.cleared($0))" }

  static let undoTrips = Command(
    "trips undo", "Undo the last change; repeat it to undo earlier changes", calls: Trips.undo,
    examples: ["trips undo"]
  ) { "\(TripsView.undone($0))" }
}

extension Mediator {
  /// Returns a trip with what the timetable says about it now.
  /// - Throws: `StoreError.unknownItem` if there is no trip with this id.
  func planned(_ id: Int) async throws -> PlannedTrip {
    let trips = try await perform(Trips.list, TripsQuery())
    guard let planned = trips.first(where: { $0.trip.id == id }) else {
      throw StoreError.unknownItem(id, noun: Trip.noun)
    }
    return planned
  }
}

extension ShareItem {
  /// A trip as text, as a link to its journey, and as an event for a calendar.
  fileprivate init(_ planned: PlannedTrip, through mediator: Mediator) async throws {
    let trip = planned.trip
    let query = trip.query
    let city = try await mediator.perform(DataSource.city, CityQuery(city: trip.city))
    let events = planned.journey.map { journey in
      let timeline = Timeline(planned.date, in: city.timeZone)
      let times = [journey.departure, journey.arrival].map(timeline.instant)
      return [ShareEvent(title: trip.title, start: times[0], end: times[1], place: trip.from.name)]
    }
    self.init(
      title: trip.title,
      text: "\(planned.day.inWords()) \(TripsView.summary(of: planned))",
      link: try Journeys.plan.url(for: query, scheme: mediator.scheme), events: events ?? [])
  }
}
