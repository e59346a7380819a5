import DataSourceInterface
import Foundation
import Testing

@testable import HostKit
@testable import metro

/// What the commands show of a data folder.
struct HomeContents: Sendable {
  /// The id and number of stations of each city, with a mark for the current one.
  let cities: [String]
  /// The listed cities that are installed or come from elsewhere than the catalogue.
  let catalogue: [String]
  /// The exported bookmarks.
  let bookmarks: String
  /// The ends of recent journeys.
  let history: [String]
  /// What the doctor finds, and the commands that fail.
  let problems: [String]
  /// The files in the folder after these commands.
  let files: Set<String>

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
    ["cities": cities, "listed cities": catalogue, "bookmarks": [bookmarks], "journeys": history]
  }

  private struct ListedRow: Decodable {
    let id: String
    let state: String
  }

  private struct JourneyRow: Decodable {
    struct End: Decodable { let name: String }
    let from: End
    let to: End
  }

  private struct Diagnosis: Decodable {
    struct Check: Decodable {
      let name: String
      let findings: [String]
    }
    let checks: [Check]
  }

  /// Starts the host in the folder that contains the data folder.
  init(of folder: URL, environment: [String: String]) async throws {
    let home = folder.appending(path: "home", directoryHint: .isDirectory)
    // On a busy machine the standard deadlines might pass.
    let variables = environment.merging([
      "METRO_DEADLINES_START": "600", "METRO_DEADLINES_STOP": "600", "METRO_DEADLINES_HOOK": "600",
    ]) { $1 }
    var problems: [String] = []
    func output(_ line: String...) async throws -> Data {
      let result = try await Metro.app.run(line, folder: home, environment: variables)
      if result.code != .answered { problems.append("\(line): \(result.errors)") }
      return Data(result.output.utf8)
    }
    func decode<Value: Decodable>(_ output: Data) -> [Value] {
      do {
        return try JSONDecoder().decode([Value].self, from: output)
      } catch {
        problems.append("no list of \(Value.self): \(error)")
        return []
      }
    }
    // Each module removes its temporary files when it is created.
    _ = try await output("modules", "--start")
    let cities: [City] = decode(try await output("city", "list", "--json"))
    self.cities = cities.map { "\($0.id) \($0.stations)\($0.isCurrent ? " current" : "")" }
    for city in cities where !city.isBuiltIn {
      let stations = String(
        decoding: try await output("stations", "--city", "\(city.id)"), as: UTF8.self)
      if !stations.contains("Alder") { problems.append("\(city.id): \(stations)") }
    }
    let rows: [ListedRow] = decode(try await output("cities", "--json"))
    // An interrupted download can be resumed.
    catalogue = rows.filter { !["absent", "paused", "failed"].contains($0.state) }.map {
      "\($0.id) \($0.state)"
    }
    bookmarks = String(decoding: try await output("bookmarks", "export"), as: UTF8.self)
    let journeys: [JourneyRow] = decode(try await output("history", "--json"))
    history = journeys.map { "\($0.from.name) – \($0.to.name)" }
    let diagnosis = try? JSONDecoder().decode(
      Diagnosis.self, from: try await output("doctor", "--json"))
    problems += diagnosis?.checks.flatMap(\.findings) ?? ["no diagnosis"]
    self.problems = problems
    let paths = FileManager.default.subpaths(atPath: home.path) ?? []
    files = Set(
      paths.filter { path in
        var isFolder: ObjCBool = false
        let file = home.appending(path: path).path
        return FileManager.default.fileExists(atPath: file, isDirectory: &isFolder)
          && !isFolder.boolValue
      })
  }
}
