import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import NewsInterface
import Platform

extension NewsManager {
  /// How long an answer waits for an address whose notices are not stored.
  private static let patience = Duration.seconds(2)
  /// How many notices of an address are looked at.
  private static let searchedItems = 200

  /// The alerts of the current city, or the urgent ones, after its sources were asked.
  func currentAlerts(urgent: Bool) async throws -> [NewsItem] {
    do {
      let city = try await api.mediator.perform(DataSource.current)
      if try await !api.mediator.perform(DataSource.liveSources, city).isEmpty {
        _ = try await api.mediator.perform(DataSource.liveTimetable, city)
      }
      return alerts.items(of: city).filter { !urgent || $0.isUrgent == true }
    } catch is MediatorError {
      return []  // The app has no cities.
    }
  }

  /// The notices of the address. The samples are of no use beside real alerts.
  func otherItems(in range: NewsRange, ignoresCache: Bool) async throws -> NewsPage {
    if api.url == nil, let city = try? await api.mediator.perform(DataSource.current),
      !alerts.items(of: city).isEmpty
    {
      return NewsPage(items: [], hasMore: false)
    }
    return try await page(of: range, ignoresCache: ignoresCache)
  }

  /// The notices that concern a part of a network, the urgent ones first. Those of the address
  /// concern the current city only, because they do not say which one they mean.
  func items(concerning part: NewsConcern) async -> [NewsItem] {
    let found = await items(of: part.city).filter { $0.concerns(part) }
    return found.filter { $0.isUrgent == true } + found.filter { $0.isUrgent != true }
  }

  /// Replaces the alerts of a city, and hands over what they close.
  /// - Returns: Whether the alerts have changed.
  func setAlerts(_ alerts: CityAlerts) async -> Bool {
    guard self.alerts.set(alerts) else { return false }
    await handOverClosures(in: alerts.city)
    return true
  }

  /// Hands over where notices say that no train runs.
  func handOverClosures(in city: CityID) async {
    do {
      let items = await items(of: city, withSamples: false).filter { $0.effect == .noService }
      let timetable = try await api.mediator.perform(DataSource.timetable, city)
      let patch = TimetablePatch(
        source: "news", of: timetable, asOf: nil,
        closures: items.flatMap { $0.closures(in: timetable) })
      guard closures.replace(patch.closures, of: timetable) else { return }
      _ = try await api.mediator.perform(DataSource.patch, patch)
    } catch {
      log.warning("cannot tell where no train runs: \(error)")
    }
  }

  /// The announcements, the alerts and the notices of the address for a city.
  private func items(of city: CityID, withSamples: Bool = true) async -> [NewsItem] {
    let own = alerts.items(of: city)
    guard (try? await api.mediator.perform(DataSource.current)) == city else { return own }
    let announced = (try? await announcements.items(through: api.mediator)) ?? []
    guard withSamples || api.url != nil else { return announced + own }
    let range = NewsRange(offset: 0, limit: Self.searchedItems)
    let page = await withTimeout(Self.patience) {
      try await otherItems(in: range, ignoresCache: false)
    }
    return announced + own + (page?.items ?? [])
  }
}

extension NewsItem {
  /// Where no train runs: between two stations, at one, or on a whole line. What is not known in
  /// the timetable closes nothing.
  fileprivate func closures(in timetable: Timetable) -> [TimetablePatch.Closure] {
    let subjects = (subjects ?? [NewsSubject(line: line)]).filter { $0.trip == nil }
    let byLine = Dictionary(grouping: subjects) { $0.line ?? line }
    return byLine.sorted { ($0.key ?? "") < ($1.key ?? "") }.flatMap { name, subjects in
      let stations = subjects.compactMap(\.station).map { timetable.station(named: $0) }
      let lines = name.map { timetable.lines(named: $0).sorted() }
      let isKnown = !stations.contains(nil) && lines?.isEmpty != true
      guard isKnown, !stations.isEmpty || lines != nil else { return [TimetablePatch.Closure]() }
      return (periods ?? [NewsPeriod(start: nil, end: nil)]).flatMap { period in
        (lines?.map { Int($0) as Int? } ?? [nil]).map { line in
          TimetablePatch.Closure(
            route: line, stations: stations.compactMap(\.self), start: period.start,
            end: period.end)
        }
      }
    }
  }
}

extension Timetable {
  /// The station with an id or a name; nil if none or several have it.
  fileprivate func station(named text: String) -> Int? {
    if let station = station(ofStopID: text) { return station }
    let named = (0..<stations.count).filter {
      stopReference(ofStation: $0).translatedName.all.contains { $0.folded == text.folded }
    }
    return named.count == 1 ? named[0] : nil
  }
}
