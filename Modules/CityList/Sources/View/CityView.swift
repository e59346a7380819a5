import Console
import DataSourceInterface
import ListScene

/// Draws cities.
enum CityView {
  static let list = ListLayout<City>.table(
    .init(" ") { $0.isCurrent ? .init("●", .bold) : " " },
    .init("city") { .init($0.id.description, $0.style) },
    .init("name", isFlexible: true) { .init($0.name, $0.style) },
    .init("stations", .right) { .init("\($0.stations)", $0.style) },
    .init("lines", .right) { .init("\($0.lines)", $0.style) },
    .init("timetable", from: 60) { .init(days(of: $0), .dim) })

  private static func days(of city: City) -> String {
    city.stations == 0 ? "damaged; add it again" : "\(city.firstDate) – \(city.lastDate)"
  }

  static func added(_ city: City, on page: Page) -> String {
    let size = "\(counted(city.stations, "station")), \(counted(city.lines, "line"))"
    let hint =
      city.isCurrent
      ? "It is the current city." : "'metro city use \(city.id)' makes it the current city."
    let sentence = "\(city.name) is ready: \(size). \(hint)"
    return [sentence, losses(of: city), expiry(of: city)].compactMap(\.self)
      .flatMap { $0.printable.wrapped(to: page.columns) }.joined(separator: "\n")
  }

  private static func losses(of city: City) -> String? {
    let parts = [
      city.dropped > 0 ? "\(counted(city.dropped, "row")) dropped" : nil,
      city.repaired > 0 ? "\(counted(city.repaired, "row")) repaired" : nil,
    ].compactMap(\.self)
    guard !parts.isEmpty else { return nil }
    return "\(parts.joined(separator: ", ")); 'metro city check' with its zip file tells which."
  }

  private static func expiry(of city: City) -> String? {
    city.isExpired ? "Its timetable ended on \(city.lastDate)." : nil
  }

  static func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}

extension City {
  fileprivate var style: Style { isCurrent ? .bold : .plain }
}
