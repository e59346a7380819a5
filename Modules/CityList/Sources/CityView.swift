import Console
import DataSourceInterface

/// Draws cities.
enum CityView {
  /// The narrowest page with room for the days that the timetables cover.
  private static let wide = 60

  static func list(_ cities: [City], on page: Page) -> String {
    let isWide = page.columns >= wide
    var table = Table(
      .init(" "), .init("city"), .init("name", isFlexible: true), .init("stations", .right),
      .init("lines", .right), .init(isWide ? "timetable" : ""))
    for city in cities {
      let style: Style = city.isCurrent ? .bold : .plain
      table.append(
        .init(city.isCurrent ? "●" : " ", style), .init(city.id.description, style),
        .init(city.name, style), .init("\(city.stations)", style), .init("\(city.lines)", style),
        .init(isWide ? days(of: city) : "", .dim))
    }
    return table.text(on: page)
  }

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
