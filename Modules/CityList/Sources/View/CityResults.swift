import CityListInterface
import Console
import DataSourceInterface
import Documents
import Mediator

/// The results of downloading or updating several cities.
struct CityResults: Codable, Sendable {
  struct Row: Codable, Sendable {
    let id: CityID
    let update: CityUpdate?
    let reason: String?
  }

  private(set) var cities: [Row]
  private var failures: [any Error] = []

  private enum CodingKeys: CodingKey { case cities }

  init(cities: [Row]) {
    self.cities = cities
  }

  mutating func add(_ update: CityUpdate) {
    cities.append(Row(id: update.city.id, update: update, reason: nil))
  }

  mutating func add(_ error: any Error, of city: CityID) {
    failures.append(error)
    cities.append(Row(id: city, update: nil, reason: "\(error)"))
  }

  /// The command's result.
  /// - Parameters:
  ///   - text: The text to show if there was no city.
  ///   - app: The name of the app.
  ///   - installed: The answer to the installation of a city in an app of that name.
  /// - Throws: The error of the only city, or `CancellationError` if the command was cancelled.
  func commandResult(
    ifEmpty text: LocalizedText, app: String,
    installed: @escaping @Sendable (City, _ app: String) -> Document = CityView.installation
  ) throws -> CommandResult {
    try Task.checkCancellation()
    if cities.count == 1, let failure = failures.first { throw failure }
    let failure = failures.first.map { ($0 as? any ModuleError)?.kind ?? .failed }
    return CommandResult(self, failure: failure) { results in
      guard !results.cities.isEmpty else { return "\(text)" }
      return [.group(results.cities.flatMap { $0.document { installed($0, app) }.blocks })]
    }
  }
}

extension CityResults.Row {
  fileprivate func document(_ installed: (City) -> Document) -> Document {
    guard let update else { return "\(id): \(reason ?? "")" }
    let city = update.city
    if update.isNew { return installed(city) }
    // Nothing is newer, so that only its publisher can help.
    return city.expiryNote.map { "\(city.name) has no newer feed yet; its \($0)." }
      ?? "\(city.name) is up to date."
  }
}
