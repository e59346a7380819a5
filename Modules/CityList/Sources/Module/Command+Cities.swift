import CityListInterface
import Console
import DataSourceInterface
import ListScene
import Mediator

extension Command {
  /// `cities`: the whole catalogue, with the state of each.
  static let cities = Command(
    "cities", "List the cities there are and those that can be downloaded",
    answers: [ListedCity].self,
    arguments: [
      .option("search", "part of a name, a country or a publisher", value: "text"),
      .flag("updates", "ask the publishers of the installed ones for newer timetables"),
    ],
    examples: ["cities", "cities --search lisboa", "cities --updates --json"]
  ) { invocation in
    let search = try invocation.input(CitySearch.self)
    let asks = invocation.parameters.values["updates"] != nil
    let empty =
      asks ? "No installed city has an address to ask." : "No city fits; try a part of its name."
    let section = ListSection(
      "cities", id: \ListedCity.id.description, layout: ListedCityView.list, empty: empty
    ) { _ in
      ListPage(
        asks
          ? try await invocation.mediator.perform(CityList.updates)
          : try await invocation.mediator.perform(CityList.cities, search))
    }
    return ListScene("Cities", ListController(section))
  }

  static let listCities = Command(
    "city list", "List the cities that are there", lists: DataSource.cities,
    by: \.id.description, layout: CityView.list, examples: ["city list", "city list --json"])

  static let useCity = Command(
    "city use", "Make a city the current one", calls: DataSource.use,
    arguments: [
      .positional("city", "the city's id, as 'metro cities' shows it", completes: .installedCities)
    ],
    examples: ["city use porto"],
    view: { city, _ in "\(city.name) is the current city.".printable })

  static let removeCity = Command(
    "city remove", "Remove a city and every trace of it", calls: CityList.remove,
    arguments: [
      .positional("city", "the city's id", completes: .installedCities),
      .flag("keep-address", "keep the address that was added, to download it again"),
    ],
    examples: ["city remove beijing"],
    view: { city, _ in
      "\(city.name) is removed\(city.wasCurrent ? "; the built-in city is current now" : "")."
        .printable
    })

  /// `city check`; a feed that cannot be used is a failure, and told of all the same.
  static let checkCity = Command(
    "city check", "Tell what a GTFS feed is worth, without adding it", answers: FeedReport.self,
    arguments: [.positional("file", "its zip file", completes: .files)],
    examples: ["city check beijing.zip", "city check beijing.zip --json"]
  ) { invocation in
    let check = try invocation.input(FeedCheck.self)
    let report = try await invocation.mediator.perform(DataSource.check, check)
    return try Answer(
      report, failure: report.refusal == nil ? nil : .failed, view: FeedReportView.text)
  }
}
