import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import NewsInterface
import Platform

extension NewsManager {
  /// How long an answer waits for the address.
  private static let answerTimeout = Duration.seconds(2)
  /// How many notices of an address are looked at.
  private static let searchedItems = 200

  /// The alerts of the current city, or the urgent ones, after its sources were asked.
  func currentAlerts(urgent: Bool) async throws -> [NewsItem] {
    do {
      let city = try await api.mediator.perform(DataSource.current)
      if try await !api.mediator.perform(DataSource.liveSources, city).isEmpty {
        _ = try await api.mediator.perform(DataSource.liveTimetable, city)
      }
      return alerts.items(of: city, at: now()).filter { !urgent || $0.isUrgent == true }
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      return []  // The app has no cities, or the sources cannot be read; the other notices can.
    }
  }

  /// The notices of the address. The samples are of no use beside real alerts.
  func otherItems(in range: NewsRange, ignoresCache: Bool) async throws -> NewsPage {
    if api.url == nil, let city = try? await api.mediator.perform(DataSource.current),
      !alerts.items(of: city, at: now()).isEmpty
    {
      return NewsPage(items: [], hasMore: false)
    }
    return try await page(of: range, ignoresCache: ignoresCache)
  }

  /// The notices that concern a part of a network, the urgent ones first. Those of the address
  /// concern the current city only, because they do not say which one they mean.
  func items(concerning part: NewsConcern) async -> [NewsItem] {
    let all = await items(of: part.city)
    // Only the timetable knows the stations within a closed section.
    let sections = all.filter {
      $0.effect == .noService && $0.subjects?.contains { $0.to != nil } == true
    }
    let timetable =
      sections.isEmpty ? nil : try? await api.mediator.perform(DataSource.timetable, part.city)
    let found = all.filter { item in
      item.concerns(part)
        || sections.contains(item) && timetable.map { item.closes(part, in: $0) } == true
    }
    return found.filter { $0.isUrgent == true } + found.filter { $0.isUrgent != true }
  }

  /// Replaces the alerts of a city, and hands over what they close.
  /// - Returns: Whether the alerts have changed.
  func setAlerts(_ alerts: CityAlerts) async -> Bool {
    let isChanged = self.alerts.set(alerts)
    await handOverClosures(in: alerts.city)
    return isChanged
  }

  /// Hands over where notices say that no train runs, as far as they are not too old.
  func handOverClosures(in city: CityID) async {
    do {
      let timetable = try await api.mediator.perform(DataSource.timetable, city)
      let page = await isCurrent(city) && api.url != nil ? addressPage() : nil
      let isUsable = page.map { !$0.isStale } ?? false
      let items =
        alerts.items(of: city, at: now()) + (isUsable ? page?.items ?? [] : [])
      let closing = items.filter { $0.effect == .noService && $0.isSample != true }
      let ends = [
        alerts.end(of: city), isUsable ? (page?.date ?? now()) + AlertList.lifetime : nil,
      ]
      let patch = TimetablePatch(
        source: "news", of: timetable, asOf: nil,
        closures: closing.flatMap { $0.closures(in: timetable) },
        expires: ends.compactMap(\.self).min())
      guard closures.replace(patch) else { return }
      _ = try await api.mediator.perform(DataSource.patch, patch)
    } catch {
      log.warning("cannot tell where no train runs: \(error)")
    }
  }

  /// The announcements, the alerts and the notices of the address for a city.
  private func items(of city: CityID) async -> [NewsItem] {
    let own = alerts.items(of: city, at: now())
    guard await isCurrent(city) else { return own }
    let announced = (try? await announcements.items(through: api.mediator)) ?? []
    return announced + own + (await addressPage()?.items ?? [])
  }

  /// The notices of an address do not say of which city they are: of the current one.
  private func isCurrent(_ city: CityID) async -> Bool {
    (try? await api.mediator.perform(DataSource.current)) == city
  }

  /// The notices of the address, or the samples. If the stored notices are stale, it asks the address
  /// again, unless that has just failed.
  private func addressPage() async -> NewsPage? {
    let range = NewsRange(offset: 0, limit: Self.searchedItems)
    guard api.url != nil else { return try? await otherItems(in: range, ignoresCache: false) }
    let stored = storedPage(of: range)
    if let stored, !stored.isStale { return stored }
    guard failure.mayAsk(at: now()) else { return stored }
    let page = await withTimeout(Self.answerTimeout, clock: clock) {
      try await otherItems(in: range, ignoresCache: true)
    }
    if page == nil { failure.happened(at: now()) }
    return page ?? stored
  }
}

extension NewsItem {
  /// Whether passengers of a part of a network would ride over a closed section.
  fileprivate func closes(_ part: NewsConcern, in timetable: Timetable) -> Bool {
    guard periods?.contains(where: { $0.overlaps(part.span) }) ?? true else { return false }
    let lines = Set(part.lines.flatMap { timetable.lines(named: $0.id) })
    let stations = Set(
      part.stations.compactMap { timetable.station(ofStopID: $0.id).map { Int32($0) } })
    return closures(in: timetable).contains { closure in
      lines.contains(where: closure.concerns)
        && !stations.isDisjoint(with: closure.closedStations(in: timetable))
    }
  }

  /// Where no train runs: on a line, at a station, or between two. What is not known in the
  /// timetable closes nothing.
  fileprivate func closures(in timetable: Timetable) -> [TimetablePatch.Closure] {
    (subjects ?? [NewsSubject(line: line)]).flatMap { subject -> [TimetablePatch.Closure] in
      let names = [subject.station, subject.to].compactMap(\.self)
      let stations = names.compactMap { timetable.station(named: $0) }
      let lines = (subject.line ?? line).map { timetable.lines(named: $0).sorted() }
      guard subject.trip == nil, stations.count == names.count, lines?.isEmpty != true else {
        return []
      }
      return (periods ?? [NewsPeriod(start: nil, end: nil)]).flatMap { period in
        (lines?.map { Int($0) as Int? } ?? [nil]).map { line in
          TimetablePatch.Closure(
            route: line, stations: stations, start: period.start, end: period.end)
        }
      }
    }
  }
}

extension Timetable {
  /// The station with an id or a name; nil if none or several have it, and for one of several
  /// platforms, which is not the whole station.
  fileprivate func station(named text: String) -> Int? {
    if let stop = stops.id.firstIndex(ofUTF8: text.utf8) {
      let station = Int(stops.station[stop])
      let all = stations.stops(of: station)
      return stop == all.lowerBound || all.count <= 2 ? station : nil
    }
    let named = (0..<stations.count).filter {
      stopReference(ofStation: $0).translatedName.all.contains { $0.folded == text.folded }
    }
    return named.count == 1 ? named[0] : nil
  }
}
