import CityListInterface
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
    _ query: TripsQuery, layout: ListLayout<PlannedTrip>, empty: LocalizedText,
    through mediator: Mediator
  ) -> ListScene {
    let trips = ListSection(
      "trips", id: { "\($0.trip.id)" }, layout: layout,
      empty: empty,
      groupedBy: TripsView.group
    ) { _ in ListPage(try await mediator.perform(Trips.list, query)) }
    trips.slot = TripsModule.slot
    let scene = ListScene("Trips", [trips])
    scene.onChange = { scene, _ in scene.urgency = .of(trips.items) }
    scene.addAction("open", key: .enter, on: trips) { scene, planned in
      guard !planned.needsDownload else {
        return try await scene.download(planned.trip.city, through: mediator)
      }
      scene.openScene(showing: planned.trip.ends)
      return nil
    }
    scene.addAction("add", key: "a") { scene in
      let trip = try await scene.fill(
        "Plan a trip", submit: "Add", calls: Trips.add, through: mediator)
      guard let trip else { return nil }
      scene.select("\(trip.id)")
      return TripsView.added(try await mediator.planned(trip.id))
    }
    scene.addAction("edit", key: "e", on: trips) { scene, planned in
      let trip = planned.trip
      // The city is for the choice of stations: that of a trip does not change.
      let changed = try await scene.fill(
        "Change a trip", calls: Trips.change, given: ["id": "\(trip.id)", "city": "\(trip.city)"],
        initial: trip.fields,
        chosen: ["from": trip.from, "to": trip.to].mapValues {
          FieldValue($0.reference, label: $0.name)
        }, through: mediator)
      guard let changed else { return nil }
      return TripsView.changed(try await mediator.planned(changed.id))
    }
    scene.addAction(
      "done", key: "x", on: trips, calls: Trips.done, through: mediator,
      applies: { !$0.trip.isDone }
    ) {
      TripReference(id: $0.trip.id)
    } notice: {
      "Finished '\($0.title)'; press u to undo."
    }
    scene.addAction("remove", key: "d", on: trips, calls: Trips.remove, through: mediator) {
      TripReference(id: $0.trip.id)
    } notice: {
      "Removed '\($0.title)'; press u to undo."
    }
    scene.addAction("clear", key: "c", calls: Trips.clear, through: mediator) {
      TripsView.cleared($0, remedy: " Press u to undo.")
    }
    scene.addAction("undo", key: "u", calls: Trips.undo, through: mediator) {
      TripsView.undone($0)
    }
    return scene
  }
}

extension ListScene {
  /// Downloads the city of a trip; returns a message, which says what to do if that is not
  /// possible.
  fileprivate func download(
    _ id: CityID, through mediator: Mediator
  ) async throws -> LocalizedText {
    let listed = try? await mediator.perform(CityList.cities, CitySearch(search: "\(id)"))
    let city = listed?.first { $0.id == id }
    let name = city?.name ?? "\(id)"
    if listed != nil, city?.source == nil {
      return "\(name) is not installed; press a in 'Cities' to add its feed."
    }
    notify("Downloading \(name); 'Cities' shows the progress.")
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
    OriginDestination(city: city, from: from, to: to, at: time, optionsOf: query)
  }

  /// The question to which the journey of the trip is the answer.
  var query: JourneyQuery {
    var query = JourneyQuery(from: from.reference, to: to.reference, city: city, at: time)
    query.stepFree = stepFree
    return query
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
