import CityListInterface
import Console
import DataSourceInterface
import Documents
import Mediator
import NetworkInterface

extension Command {
  static let cities = Command(
    "cities", "List installed cities and cities to download",
    outputType: [ListedCity].self,
    arguments: [
      .option("search", CitySearch.fieldDescriptions["search"]),
      .flag("updates", "check the publishers of installed cities for newer feeds"),
    ],
    examples: ["cities", "cities --search lisboa", "cities --updates --json"]
  ) { invocation in
    let search = try invocation.input(CitySearch.self)
    let checksForUpdates = invocation.value("updates") != nil
    let empty: Document =
      checksForUpdates
      ? "No installed city has a feed address." : "No city matches; try a part of its name."
    let cities =
      checksForUpdates
      ? try await invocation.mediator.perform(CityList.updates)
      : try await invocation.mediator.perform(
        CityList.cities, CitySearch(search: search.search, refresh: true))
    let date = try await invocation.mediator.perform(CityList.outdatedSince)
    let age = date.map { Text("As of \($0.inWords(at: invocation.now()))", .warning) }
    let hasFailed = checksForUpdates && cities.contains { $0.reason != nil }
    return CommandResult(cities, failure: hasFailed ? .failed : nil) { cities in
      guard !cities.isEmpty else { return empty }
      let document = CityView.document(
        of: cities, checksForUpdates ? CityView.checked : CityView.catalogue)
      return [.group([.paragraph(age ?? ""), .section(document)])]
    }
  }

  static let listCities = Command(
    "city list", "List installed cities", lists: DataSource.cities,
    id: \.id.description, layout: CityView.installed, examples: ["city list", "city list --json"])

  static let useCity = Command(
    "city use", "Switch to another city", action: DataSource.use,
    arguments: ["city"], examples: ["city use porto"]
  ) { invocation in
    let reference = try invocation.input(CityReference.self)
    do {
      let city = try await invocation.mediator.perform(DataSource.use, reference)
      return CommandResult(city) { "Switched to \($0.name)." }
    } catch DataSourceError.unknownCity(let city, let installed) {
      throw await invocation.error(ofUnknownCity: city)
        ?? DataSourceError.unknownCity(city, installed: installed)
    }
  }

  static let removeCity = Command(
    "city remove", "Remove a city and its data", calls: CityList.remove,
    arguments: ["city"], examples: ["city remove beijing"]
  ) { city in
    city.wasCurrent
      ? "Removed \(city.name); the current city is now the built-in one."
      : "Removed \(city.name)."
  }

  /// If the feed is not valid, the command fails but still shows the report.
  static let checkCity = Command(
    "city check", "Validate a GTFS feed without installing it", input: FeedCheck.self,
    outputType: FeedReport.self, arguments: ["file"],
    examples: ["city check beijing.zip", "city check beijing.zip --json"]
  ) { invocation in
    let check = try invocation.input(FeedCheck.self)
    let report = try await invocation.mediator.perform(DataSource.check, check)
    return CommandResult(
      report, failure: report.rejection == nil ? nil : .failed, view: FeedReportView.document)
  }

  static let addCity = Command(
    "city add", "Install a city from a GTFS feed", input: AddCity.self, outputType: City.self,
    arguments: ["city", "source"],
    examples: [
      "city add beijing beijing.zip", "city add lisbon https://example.org/gtfs.zip --name Lisboa",
    ]
  ) { invocation in
    let request = try invocation.input(AddCity.self)
    let isInstalled = try await invocation.mediator.perform(DataSource.cities)
      .contains { $0.id == request.city }
    let city = try await invocation.showingProgress(of: [request.city], "adding") { _ in
      do {
        return try await invocation.mediator.perform(CityList.add, request)
      } catch NetworkError.plainHTTP(let url) {
        let reason =
          "'\(url)' is not encrypted; use an address with https, or allow this one with "
          + "'--plain-http'"
        throw CommandLineError.badValue("source", reason: reason)
      } catch {
        throw await invocation.error(error, of: request.city)
      }
    }
    return CommandResult(city) { city in
      let installation = CityView.installation(of: city, app: invocation.mediator.scheme)
      guard isInstalled else { return installation }
      return [.group(installation + "\(CityView.replacement)")]
    }
  }

  static let downloadCity = Command(
    "city download", "Download a city from the catalogue, or resume interrupted downloads",
    outputType: CityResults.self,
    arguments: [
      .positional(
        "city",
        .init(
          "the id of the city", default: "all interrupted downloads",
          suggestions: .results(of: CityList.cities) { $0.map(\.id.description) }),
        isOptional: true)
    ],
    examples: ["city download lisbon", "city download"]
  ) { invocation in
    let named = try invocation.input(CityQuery.self).city
    let interrupted = try await invocation.mediator.perform(CityList.cities, CitySearch())
      .filter(\.isInterrupted).map(\.id)
    let results = await invocation.results(of: named.map { [$0] } ?? interrupted, "downloading") {
      let city = try await invocation.mediator.perform(CityList.download, CityReference(city: $0))
      return CityUpdate(city: city, isNew: true)
    }
    return try results.commandResult(
      ifEmpty: "No interrupted downloads; name a city to download.",
      app: invocation.mediator.scheme)
  }

  static let updateCities = Command(
    "city update", "Download newer feeds of installed cities", outputType: CityResults.self,
    arguments: [
      .positional(
        "city", .init("the id of the city", default: "the current city", suggestions: .cities),
        isOptional: true),
      .flag("all", "update all installed cities that have a feed address"),
    ],
    examples: ["city update --all"]
  ) { invocation in
    let named = try invocation.input(CityQuery.self)
    let updatesAll = invocation.value("all") != nil
    guard !updatesAll || named.city == nil else {
      throw CommandLineError.badValue(
        "--all", reason: "it cannot be combined with a city; remove one of them")
    }
    var cities: [CityID] = []
    if updatesAll {
      cities = try await invocation.mediator.perform(CityList.cities, CitySearch())
        .filter { $0.source != nil && $0.state == .ready }.map(\.id)
    } else {
      let city = try await invocation.mediator.perform(DataSource.city, named)
      guard !city.isBuiltIn || named.city != nil else {
        let text: LocalizedText =
          "\(city.name) is built in and needs no update; use '--all' for the other cities."
        return try CityResults(cities: []).commandResult(
          ifEmpty: text, app: invocation.mediator.scheme)
      }
      cities = [city.id]
    }
    let results = await invocation.results(of: cities, "updating") {
      try await invocation.mediator.perform(CityList.update, CityReference(city: $0))
    }
    return try results.commandResult(
      ifEmpty: "No installed city has a feed address.", app: invocation.mediator.scheme,
      installed: CityView.update)
  }
}
