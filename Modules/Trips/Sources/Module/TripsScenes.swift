import CityListInterface
import Console
import DataSourceInterface
import Mediator
import RoutingInterface
import Scenes
import StationsInterface
import TripsInterface

extension ListScene {
  /// The trips, grouped by day. Enter opens the journey of a trip.
  static func trips(_ query: TripsQuery, through mediator: Mediator) -> ListScene {
    let trips = ListSection(
      "trips", id: { "\($0.trip.id)" }, layout: TripsView.list,
      empty: "No trips yet; add one with 'trips add', or with t on a journey.",
      groupedBy: TripsView.group
    ) { _ in ListPage(try await mediator.perform(Trips.list, query)) }
    let scene = ListScene("Trips", [trips]) { scene, event in
      scene.theme = .of(scene.items(as: PlannedTrip.self))
      guard let planned = event.selectedItem(as: PlannedTrip.self) else { return event }
      let trip = planned.trip
      guard planned.needsDownload else {
        return ListEvent(
          .custom(OriginDestination(city: trip.city, from: trip.from, to: trip.to, at: trip.time)))
      }
      Task {
        do {
          _ = try await mediator.perform(CityList.download, CityReference(city: trip.city))
        } catch { scene.report(error) }
      }
      return nil
    }
    scene.changes = { try await mediator.perform(Trips.changesByOthers) }
    scene.refreshInterval = .seconds(60)
    scene.bind(.character("a"), "add") { scene, _ in
      let stations = try await mediator.perform(Stations.picker, nil).field()
      let trip = try await scene.fill(
        .addTrip, calls: Trips.add, pickers: ["from": stations, "to": stations], through: mediator)
      return scene.notice("Added", trip)
    }
    scene.bind(.character("e"), "edit") { scene, row in
      guard let trip = (row?.item as? PlannedTrip)?.trip else { return nil }
      let stations = try await mediator.perform(Stations.picker, trip.city)
      return scene.notice(
        "Changed",
        try await scene.fill(
          .changeTrip, calls: Trips.change, given: ["id": "\(trip.id)"], initial: trip.fields,
          pickers: [
            "from": stations.field(initial: trip.from), "to": stations.field(initial: trip.to),
          ], through: mediator))
    }
    for (key, summary, verb, action) in [
      ("x", "done", "Finished", Trips.done), ("d", "remove", "Removed", Trips.remove),
    ] as [(Character, String, String, Action<TripReference, Trip>)] {
      scene.bind(.character(key), summary) { scene, row in
        guard let trip = (row?.item as? PlannedTrip)?.trip else { return nil }
        return scene.notice(verb, try await mediator.perform(action, TripReference(id: trip.id)))
      }
    }
    scene.bind(.character("u"), "undo") { _, _ in
      "Undone: \(try await mediator.perform(Trips.undo).change)."
    }
    return scene
  }

  /// Selects a trip that was changed, and returns a sentence about it; nil without one.
  private func notice(_ change: String, _ trip: Trip?) -> String? {
    guard let trip else { return nil }
    select("\(trip.id)")
    return "\(change) '\(trip.title)'; press u to undo."
  }
}

extension Trip {
  /// The values of the form that changes the trip.
  fileprivate var fields: Parameters {
    var fields: Parameters = ["date": "\(time.date)", time.bound.rawValue: time.time.clock]
    if let name { fields.append(name, for: "name") }
    return fields
  }
}
