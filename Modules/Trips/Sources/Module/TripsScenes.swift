import CityListInterface
import Console
import DataSourceInterface
import Documents
import JourneysInterface
import Mediator
import RoutingInterface
import Scenes
import TripsInterface

extension ListScene {
  /// The trips, grouped by day. Enter opens the journey of a trip.
  static func trips(
    _ query: TripsQuery, layout: ListLayout<PlannedTrip>, empty: String, through mediator: Mediator
  ) -> ListScene {
    let trips = ListSection(
      "trips", id: { "\($0.trip.id)" }, layout: layout,
      empty: empty,
      groupedBy: TripsView.group
    ) { _ in ListPage(try await mediator.perform(Trips.list, query)) }
    let scene = ListScene("Trips", [trips]) { scene, event in
      scene.urgency = .of(scene.items(as: PlannedTrip.self))
      guard let planned = event.selectedItem(as: PlannedTrip.self) else { return event }
      guard planned.needsDownload else { return ListEvent(.custom(planned.trip.ends)) }
      scene.perform { [weak scene] in
        try await scene?.download(planned.trip.city, through: mediator)
      }
      return nil
    }
    scene.refreshInterval = .seconds(60)
    scene.bind(.character("a"), "add") { scene, _ in
      let trip = try await scene.fill(.addTrip, calls: Trips.add, through: mediator)
      guard let trip else { return nil }
      scene.select("\(trip.id)")
      return "\(TripsView.added(try await mediator.planned(trip.id)))"
    }
    scene.bind(.character("e"), "edit", applies: { $0 != nil }) { scene, row in
      guard let trip = (row?.item as? PlannedTrip)?.trip else { return nil }
      // The city is for the choice of stations: that of a trip does not change.
      let changed = try await scene.fill(
        .changeTrip, calls: Trips.change, given: ["id": "\(trip.id)", "city": "\(trip.city)"],
        initial: trip.fields,
        chosen: ["from": trip.from, "to": trip.to].mapValues {
          FieldValue($0.reference, label: $0.name)
        }, through: mediator)
      guard let changed else { return nil }
      return "\(TripsView.changed(try await mediator.planned(changed.id)))"
    }
    let reference = { @Sendable (planned: PlannedTrip) in TripReference(id: planned.trip.id) }
    scene.bind(
      .character("x"), "done", calls: Trips.done, through: mediator,
      applies: { (planned: PlannedTrip) in !planned.trip.isDone }, input: reference
    ) { "\(TripsView.finished($0))" }
    scene.bind(
      .character("d"), "remove", calls: Trips.remove, through: mediator, input: reference
    ) { "\(TripsView.removed($0))" }
    scene.bind(
      .character("u"), "undo", calls: Trips.undo, through: mediator
    ) { "\(TripsView.undone($0))" }
    return scene
  }
}

extension ListScene {
  /// Downloads the city of a trip; returns a message, which says what to do if that is not possible.
  fileprivate func download(_ id: CityID, through mediator: Mediator) async throws -> String {
    let listed = try? await mediator.perform(CityList.cities, CitySearch(search: "\(id)"))
    let city = listed?.first { $0.id == id }
    let name = city?.name ?? "\(id)"
    if listed != nil, city?.source == nil {
      return "\(name) is not installed; press a in 'Cities' to add its feed."
    }
    onEvent(ListEvent(.notice("Downloading \(name); 'Cities' shows the progress.")))
    do {
      let reference = CityReference(city: id)
      return "Downloaded \(try await mediator.perform(CityList.download, reference).name)."
    } catch CityListError.busy {
      return "\(name) is being downloaded already; 'Cities' shows the progress."
    } catch  where !(error is CancellationError) {
      return "\(name) could not be downloaded: \(error). Try again with ⏎, here or in 'Cities'."
    }
  }
}

extension Trip {
  /// What the Journey scene shows.
  var ends: OriginDestination {
    OriginDestination(city: city, from: from, to: to, at: time)
  }

  /// The values of the form that changes the trip.
  fileprivate var fields: Parameters {
    var fields: Parameters = [
      "date": "\(time.date)", time.bound.rawValue: "\(TimeExpression(time.time))",
    ]
    if let name { fields.append(name, for: "name") }
    return fields
  }
}
