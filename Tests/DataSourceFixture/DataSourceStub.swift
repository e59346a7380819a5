package import DataSourceInterface
package import Documents
package import Mediator
package import ModuleTesting
package import Platform

/// Answers the actions of `DataSource` from sample data, for the tests of modules that call them.
///
/// It finds cities by id, and stations by exact id or exact name. It neither searches nor ranks: a
/// test lists the answer to each search in `searchResults`. A test that needs the real search or
/// import belongs in DataSourceTests or AppTests. A test stubs `DataSource.install` and
/// `DataSource.check` itself.
///
/// ```swift
/// let harness = try await ModuleHarness(StationsModule.self)
/// let dataSource = DataSourceStub(stations: [.sample("A", name: "Airport")])
/// try dataSource.stub(on: harness.mediator)
/// ```
package final class DataSourceStub: Sendable {
  /// The queries of `DataSource.stations`, in order.
  package let searches = Recorder<StationSearch>()
  /// The cities that `DataSource.use` was called with, in order.
  package let used = Recorder<CityID>()
  /// What `DataSource.lines` returns.
  package let lines: Lock<[LineDetails]>

  /// What `DataSource.liveTimetable` returns; nil for the timetable without patches.
  package let patched = Lock<Timetable?>(nil)

  private let cities: Lock<[CityID: City]>
  private let removed: Lock<City?> = Lock(nil)
  private let stations: [Station]
  private let network: SampleNetwork
  private let timetables = Lock<[CityID: Timetable]>([:])
  private let searchResults: [String: [Station]]
  private let details: @Sendable (Station, CalendarDate?) -> StationDetails

  /// - Parameters:
  ///   - network: What `DataSource.timetable` returns, for each city.
  ///   - cities: The installed cities; one sample city with the name of the network unless given.
  ///   - stations: The stations of each city; those of the network unless given.
  ///   - lines: What `DataSource.lines` returns.
  ///   - searchResults: The stations that `DataSource.stations` returns, by search text. Without an
  ///     entry the answer is the station with exactly that id or name, if any; without a text it is
  ///     all stations.
  ///   - details: What `DataSource.stationDetails` returns for a station on a day.
  package init(
    _ network: SampleNetwork = .sample, cities: [City]? = nil, stations: [Station]? = nil,
    lines: [LineDetails] = [], searchResults: [String: [Station]] = [:],
    details: @escaping @Sendable (Station, CalendarDate?) -> StationDetails = {
      .sample($0, date: $1)
    }
  ) {
    let cities = cities ?? [.sample(name: network.name)]
    self.cities = Lock(Dictionary(cities.map { ($0.id, $0) }) { first, _ in first })
    self.stations = stations ?? network.stations.map { .sample($0.name) }
    self.lines = Lock(lines)
    self.searchResults = searchResults
    self.details = details
    self.network = network
  }

  /// Answers the actions on a mediator.
  /// - Throws: `MediatorError.duplicate` when one of them is answered already.
  package func stub(on mediator: Mediator) throws {
    try mediator.answer(DataSource.cities) { [self] _ in installed }
    try mediator.answer(DataSource.current) { _ in .builtIn }
    try mediator.answer(DataSource.city) { [self] in try city($0.city) }
    try mediator.answer(DataSource.use) { [self] reference in
      let city = try city(reference.city)
      used.record(reference.city)
      return city
    }
    try mediator.answer(DataSource.remove) { [self] reference in
      let city = try city(reference.city)
      cities.withLock { $0[reference.city] = nil }
      removed.withLock { $0 = city }
      return city
    }
    try mediator.answer(DataSource.restorable) { [self] _ in removed.withLock { $0?.id } }
    try mediator.answer(DataSource.restore) { [self] _ in
      let restored = removed.withLock { city in
        defer { city = nil }
        return city
      }
      guard let restored else { throw DataSourceError.nothingRemoved }
      install(restored)
      return restored
    }
    try mediator.answer(DataSource.station) { [self] in try station($0.name, in: $0.city) }
    try mediator.answer(DataSource.stations) { [self] in try search($0) }
    try mediator.answer(DataSource.stationDetails) { [self] query in
      // The stub has no clock: a relative day counts from 1970-01-01.
      let epoch = LocalDateTime(date: CalendarDate(day: 0), time: ServiceTime(seconds: 0))
      let date = query.date?.date(at: epoch)
      return details(try station(query.name, in: query.city), date)
    }
    try mediator.answer(DataSource.lines) { [self] query in
      _ = try city(query.city)
      return lines.withLock(\.self)
    }
    try mediator.answer(DataSource.timetable) { [self] id in
      timetable(of: try city(id).id)
    }
    for action in [DataSource.liveTimetable, DataSource.knownTimetable] {
      try mediator.answer(action) { [self] id in
        let scheduled = timetable(of: try city(id).id)
        return patched.withLock(\.self) ?? scheduled
      }
    }
    try mediator.answer(DataSource.endpoints) { [self] query in
      let city = try city(query.city)
      return Endpoints(
        city: city, timetable: timetable(of: city.id),
        results: query.texts.map { text in
          Result { () throws(DataSourceError) in try endpoint(text, in: city.id) }
        })
    }
  }

  /// Adds a city, in place of one with the same id.
  package func install(_ city: City) {
    cities.withLock { $0[city.id] = city }
  }

  /// The installed cities: the built-in one first, the others by id.
  private var installed: [City] {
    let cities = cities.withLock { Array($0.values) }
    return cities.sorted { ($0.isBuiltIn ? 0 : 1, $0.id) < ($1.isBuiltIn ? 0 : 1, $1.id) }
  }

  private func city(_ id: CityID?) throws(DataSourceError) -> City {
    let id = id ?? .builtIn
    guard let city = cities.withLock({ $0[id] }) else {
      throw DataSourceError.unknownCity(id, installed: installed.map(\.id))
    }
    return city
  }

  /// The timetable of a city, which is the same object each time.
  private func timetable(of city: CityID) -> Timetable {
    timetables.withLock { timetables in
      if let known = timetables[city] { return known }
      let timetable = network.timetable(of: city)
      timetables[city] = timetable
      return timetable
    }
  }

  /// Every match is exact, because the stub finds no others.
  private func endpoint(
    _ text: String, in city: CityID
  ) throws(DataSourceError) -> Endpoint {
    guard text.hasPrefix("@") else {
      return .station(try index(ofStation: text, in: city), isExactName: true)
    }
    guard let coordinate = Coordinate(text.dropFirst()) else { throw .badCoordinate(text) }
    return .place(PointOfInterest(at: coordinate))
  }

  private func index(ofStation text: String, in city: CityID) throws(DataSourceError) -> Int {
    let station = try station(text, in: city)
    let timetable = timetable(of: city)
    guard let index = timetable.station(ofStopID: station.id) else {
      throw DataSourceError.unknownStation(text, city: timetable.name, nearest: [])
    }
    return index
  }

  private func station(
    _ name: String, in city: CityID?
  ) throws(DataSourceError) -> Station {
    let city = try self.city(city)
    guard let station = stations.first(where: { $0.name == name || "id:\($0.id)" == name }) else {
      throw DataSourceError.unknownStation(name, city: city.name, nearest: [])
    }
    return station
  }

  private func search(_ search: StationSearch) throws -> [Station] {
    searches.record(search)
    _ = try city(search.city)
    let text = search.text ?? ""
    let found =
      text.isEmpty
      ? stations : searchResults[text] ?? stations.filter { $0.name == text || $0.id == text }
    return Array(found.prefix(search.limit ?? found.count))
  }
}
