import CityListInterface
import Console
import DataSourceInterface
import Mediator

extension Command {
  /// `city add`, which takes its time and so tells how far it has come.
  static let addCity = Command(
    "city add", "Add a city from a GTFS feed", answers: City.self,
    arguments: [
      .positional("city", "the id it is to have, such as new-york"),
      .positional("source", "its feed: a zip file, or an https address", completes: .files),
      .option("name", "its name for people; made from the id unless given", value: "text"),
      .flag("plain-http", "allow this address to be one without encryption"),
    ],
    examples: [
      "city add beijing beijing.zip", "city add lisbon https://example.org/gtfs.zip --name Lisboa",
    ]
  ) { invocation in
    let request = try invocation.input(AddCity.self)
    let isThere = try await invocation.mediator.perform(DataSource.cities)
      .contains { $0.id == request.city }
    let city = try await invocation.showingProgress(of: "adding \(request.city)") {
      try await invocation.mediator.perform(CityList.add, request)
    }
    return try Answer(city) { city, page in
      let sentence = CityView.added(city, on: page)
      guard isThere else { return sentence }
      return sentence + "\n" + page.paragraph("It takes the place of the one that was there.")
    }
  }

  /// `city download`; without a city, it goes on with all that were interrupted.
  static let downloadCity = Command(
    "city download", "Download a city of the catalogue, from where it was interrupted",
    answers: CityResults.self,
    arguments: [
      .positional(
        "city", "its id; every interrupted one when left out", isOptional: true,
        completes: .knownCities)
    ],
    examples: ["city download lisbon", "city download"]
  ) { invocation in
    let named = try invocation.input(CityQuery.self).city
    let paused = try await invocation.mediator.perform(CityList.cities, CitySearch())
      .filter { $0.state == .paused }.map(\.id)
    let results = await invocation.each(of: named.map { [$0] } ?? paused, "downloading") { city in
      let city = try await invocation.mediator.perform(
        CityList.download, CityReference(city: city))
      return CityUpdate(city: city, isNew: true)
    }
    return try results.answer(none: "No download was interrupted; name a city.")
  }

  /// `city update`: one city, the current one, or all that have an address.
  static let updateCities = Command(
    "city update", "Bring newer timetables of installed cities", answers: CityResults.self,
    arguments: [
      .positional(
        "city", "its id; the current city when left out", isOptional: true,
        completes: .installedCities),
      .flag("all", "every installed city that has an address"),
    ],
    examples: ["city update --all"]
  ) { invocation in
    let named = try invocation.input(CityQuery.self)
    guard invocation.parameters.values["all"] == nil || named.city == nil else {
      throw CommandLineError.badValue("--all", reason: "'city' names one already; leave one out")
    }
    var cities: [CityID] = []
    if invocation.parameters.values["all"] != nil {
      cities = try await invocation.mediator.perform(CityList.cities, CitySearch())
        .filter { $0.source != nil && $0.state == .ready }.map(\.id)
    } else {
      let city = try await invocation.mediator.perform(DataSource.city, named)
      guard !city.isBuiltIn || named.city != nil else {
        return try CityResults(cities: []).answer(
          none: "\(city.name) is built in, and never out of date; '--all' updates the others.")
      }
      cities = [city.id]
    }
    let results = await invocation.each(of: cities, "updating") { city in
      try await invocation.mediator.perform(CityList.update, CityReference(city: city))
    }
    return try results.answer(none: "No installed city has an address to ask.")
  }
}

extension Invocation {
  /// Does something for one city after the other; where it fails for one, it goes on.
  fileprivate func each(
    of cities: [CityID], _ what: String, _ work: (CityID) async throws -> CityUpdate
  ) async -> CityResults {
    var results = CityResults(cities: [])
    for city in cities where !Task.isCancelled {
      do {
        results.add(try await showingProgress(of: "\(what) \(city)") { try await work(city) })
      } catch {
        results.add(error, of: city)
      }
    }
    return results
  }

  /// Shows how far a city is while `work` brings it.
  fileprivate func showingProgress<Result>(
    of what: String, _ work: () async throws -> Result
  ) async throws -> Result {
    let subscription = mediator.follow(CityProgressed.self) { [progress] event in
      progress.show(event.words, event.fraction)
    }
    defer { withExtendedLifetime(subscription) {} }
    progress.show(what)
    return try await work()
  }
}
