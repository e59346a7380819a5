import BookmarksInterface
import CartInterface
import CityListInterface
import DataSourceInterface
import Foundation
import Mediator
import Testing

@testable import HostKit
@testable import metro

/// What the modules find in a data folder.
struct HomeContents: Sendable {
  /// The id and number of stations of each city, with a mark for the current one.
  private(set) var cities: [String] = []
  /// The listed cities that are installed or come from elsewhere than the catalogue.
  private(set) var catalogue: [String] = []
  /// The exported bookmarks.
  private(set) var bookmarks = ""
  /// The ends of recent journeys.
  private(set) var history: [String] = []
  /// The tickets in the cart.
  private(set) var cart: [String] = []
  /// What the doctor finds, and the calls that fail.
  private(set) var problems: [String] = []
  /// The files in the folder after these calls.
  private(set) var files: Set<String> = []

  /// What is wrong if the folder should have one of these contents.
  /// - Parameter allowed: The beginnings of the paths of files that may remain.
  func problems(
    whenOneOf expected: [HomeContents], allowing allowed: [String] = []
  ) -> [String] {
    var problems = problems
    if !expected.contains(where: { $0.state == state }) {
      let unexpected = state.filter { key, value in
        !expected.contains { $0.state[key] == value }
      }
      problems.append(
        (unexpected.isEmpty ? "partly old and partly new: " : "")
          + (unexpected.isEmpty ? state : unexpected).map { key, value in
            "\(key) are \(value), expected \(expected.map { $0.state[key] ?? [] })"
          }.sorted().joined(separator: "; "))
    }
    // A partial download can be resumed.
    let known = expected.reduce(into: Set()) { $0.formUnion($1.files) }
    let allowed = allowed + ["network/downloads/"]
    let garbage = files.subtracting(known).filter { !allowed.contains(where: $0.hasPrefix) }
    return problems + garbage.sorted().map { "'\($0)' remains" }
  }

  private var state: [String: [String]] {
    [
      "cities": cities, "listed cities": catalogue, "bookmarks": [bookmarks], "journeys": history,
      "tickets": cart,
    ]
  }

  /// Starts the modules on the data folder in `folder`, and reads what they find.
  init(of folder: URL, environment: [String: String]) async throws {
    let home = folder.appending(path: "home", directoryHint: .isDirectory)
    let variables = environment.merging(HostSession.longDeadlines) { $1 }
    // Each module removes its temporary files when it is created.
    let start = try await Metro.app.run(
      ["modules", "--start"], folder: home, environment: variables)
    if start.code != .answered { problems.append(start.errors) }
    do {
      try await withAppModules(in: home) { try await read(through: $0) }
    } catch {
      problems.append("\(error)")
    }
    let doctor = Doctor(app: Metro.app, folder: home, environment: variables, isTerminal: false)
    problems += doctor.diagnosis.checks.flatMap(\.findings)
    let paths = FileManager.default.subpaths(atPath: home.path) ?? []
    files = Set(
      paths.filter { path in
        var isFolder: ObjCBool = false
        let file = home.appending(path: path).path
        return FileManager.default.fileExists(atPath: file, isDirectory: &isFolder)
          && !isFolder.boolValue
      })
  }

  private mutating func read(through mediator: Mediator) async throws {
    let installed = try await mediator.perform(DataSource.cities)
    cities = installed.map { "\($0.id) \($0.stations)\($0.isCurrent ? " current" : "")" }
    for city in installed where !city.isBuiltIn {
      let stations = try await mediator.perform(
        DataSource.stations, StationSearch(city: city.id))
      if !stations.contains(where: { $0.name == "Alder" }) {
        problems.append("\(city.id): \(stations)")
      }
    }
    let listed = try await mediator.perform(CityList.cities, CitySearch(refresh: true))
    // An interrupted download can be resumed.
    catalogue = listed.filter { ![.absent, .paused, .failed].contains($0.state) }
      .map { "\($0.id) \($0.state)" }
    bookmarks = String(
      decoding: try JSON.encode(try await mediator.perform(Bookmarks.export)), as: UTF8.self)
    history = try await mediator.perform(Bookmarks.history, HistoryQuery())
      .map { "\($0.from.name) – \($0.to.name)" }
    cart = try await mediator.perform(Cart.list).lines.map { "\($0.quantity) \($0.fare)" }
  }
}
