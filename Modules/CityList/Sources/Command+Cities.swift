import CityListInterface
import Console
import DataSourceInterface
import ListScene
import Mediator

extension Command {
  private static let cities = Completion.by(DataSource.cities) { $0.map(\.id.description) }

  static let listCities = Command(
    "city list", "List the cities that are there", lists: DataSource.cities,
    by: \.id.description, layout: CityView.list, examples: ["city list", "city list --json"])

  static let useCity = Command(
    "city use", "Make a city the current one", calls: DataSource.use,
    arguments: [
      .positional("city", "the city's id, as 'metro city list' shows it", completes: cities)
    ],
    examples: ["city use porto"],
    view: { city, _ in "\(city.name) is the current city.".printable })

  static let removeCity = Command(
    "city remove", "Remove a city and all its files", calls: DataSource.remove,
    arguments: [.positional("city", "the city's id", completes: cities)],
    examples: ["city remove beijing"],
    view: { city, _ in
      "\(city.name) is removed\(city.isCurrent ? "; the built-in city is current now" : "")."
        .printable
    })

  /// `city check`; a feed that cannot be used is a failure, and told of all the same.
  static let checkCity = Command(
    "city check", "Tell what a GTFS feed is worth, without adding it",
    arguments: [.positional("file", "its zip file", completes: .files)],
    examples: ["city check beijing.zip", "city check beijing.zip --json"]
  ) { invocation in
    let check = try invocation.input(FeedCheck.self)
    let report = try await invocation.mediator.perform(DataSource.check, check)
    return try Answer(
      report, failure: report.refusal == nil ? nil : .failed, view: FeedReportView.text)
  }

  /// `city add`, which takes its time and so tells how far it has come.
  static let addCity = Command(
    "city add", "Add a city from a GTFS feed",
    arguments: [
      .positional("city", "the id it is to have, such as new-york"),
      .positional("source", "its feed: a zip file, or an https address", completes: .files),
      .option("name", "its name for people; made from the id unless given", value: "text"),
    ],
    examples: [
      "city add beijing beijing.zip", "city add lisbon https://example.org/gtfs.zip --name Lisboa",
    ]
  ) { invocation in
    let request = try invocation.input(AddCity.self)
    let progress = invocation.mediator.follow(ImportProgressed.self) { event in
      guard event.city == request.city else { return }
      invocation.progress.show("importing \(event.city)", event.fraction)
    }
    defer { withExtendedLifetime(progress) {} }
    invocation.progress.show("adding \(request.city)")
    let city = try await invocation.mediator.perform(CityList.add, request)
    return try Answer(city, view: CityView.added)
  }
}
