import CityListInterface
import Console
import DataSourceInterface
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
  ///   - installed: Draws a city that was installed.
  /// - Throws: The error of the only city, or `CancellationError` if the command was cancelled.
  func commandResult(
    ifEmpty text: String,
    installed: @escaping @Sendable (City, Page) -> String = CityView.installationText
  ) throws -> CommandResult {
    try Task.checkCancellation()
    if cities.count == 1, let failure = failures.first { throw failure }
    let failure = failures.first.map { ($0 as? any ModuleError)?.kind ?? .failed }
    return CommandResult(self, failure: failure) { results, page in
      let texts = results.cities.map { $0.text(on: page, installed) }
      return (texts.isEmpty ? [text] : texts).joined(separator: "\n")
    }
  }
}

extension CityResults.Row {
  fileprivate func text(on page: Page, _ installed: (City, Page) -> String) -> String {
    guard let update else {
      return page.paragraph("\(id): \(reason ?? "")")
    }
    return update.isNew
      ? installed(update.city, page)
      : "\(update.city.name) is up to date.".printable
  }
}
