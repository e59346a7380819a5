import CityListInterface
import DataSourceInterface
import Foundation
import Mediator
import NetworkInterface

extension CityManager {
  /// The cities that match a text: installed cities first, then by name.
  func cities(_ search: CitySearch) async throws -> [ListedCity] {
    if search.refresh == true { await catalogue.remote?.refreshIfDue() }
    let installed = try await installed
    let entries = catalogue.entries
    let records = Dictionary(
      try await mediator.perform(Network.downloads).map { ($0.url, $0) }
    ) { first, _ in first }
    let cities = Set(installed.keys).union(entries.keys).map { id in
      let entry = entries[id]
      return listedCity(
        id, installed[id], entry, entry.flatMap { records[DownloadReference(url: $0.feed).id] })
    }
    return cities.filter { $0.matches(search.search ?? "") }.sorted {
      let (first, second) = (installed[$0.id] != nil, installed[$1.id] != nil)
      guard first == second else { return first }
      return ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id)
    }
  }

  /// The installed cities of the catalogue, after a check for newer feeds.
  func updates() async throws -> [ListedCity] {
    do {
      try await catalogue.remote?.refresh()
    } catch {
      catalogue.remote?.report(error)
    }
    let entries = catalogue.entries
    let cities = try await cities(CitySearch()).filter { $0.source != nil && $0.state == .ready }
    return try await withThrowingTaskGroup { group in
      for city in cities { group.addTask { try await checkedForUpdate(city, entries[city.id]) } }
      let checked = try await group.reduce(into: [:]) { $0[$1.id] = $1 }
      return cities.compactMap { checked[$0.id] }
    }
  }

  private func checkedForUpdate(
    _ city: ListedCity, _ entry: CitySource?
  ) async throws -> ListedCity {
    guard let entry else { return city }
    let reference = DownloadReference(
      url: entry.feed, allowsPlainHTTP: entry.allowsPlainHTTP ?? false)
    do {
      guard try await mediator.perform(Network.hasChanged, reference) == true else { return city }
      return city.with(.updateAvailable)
    } catch let error as NetworkError {
      return city.with(.ready, reason: "\(error)")
    }
  }

  private func listedCity(
    _ id: CityID, _ city: City?, _ entry: CitySource?, _ record: DownloadRecord?
  ) -> ListedCity {
    let (state, progress, reason) = state(of: id, city, record)
    return ListedCity(
      id: id, name: city?.name ?? entry?.name ?? "\(id)",
      source: entry.map { $0.with(feed: $0.feed.shownAddress) },
      state: state, progress: progress, reason: reason,
      isInterrupted: [.paused, .failed].contains(state) && (record?.received ?? 0) > 0,
      isCurrent: city?.isCurrent ?? false,
      lastDate: city.flatMap { $0.stations == 0 ? nil : $0.lastDate }, expiry: city?.expiry,
      agency: city.flatMap { $0.agency.isEmpty ? nil : $0.agency })
  }

  /// A job of this process takes precedence over a download of another process, which takes
  /// precedence over the files on disk.
  private func state(
    of id: CityID, _ city: City?, _ record: DownloadRecord?
  ) -> (CityState, progress: Double?, reason: String?) {
    let job = jobs[id]
    if let job, job.state != .failed { return (job.state, job.progress, nil) }
    if let record, record.isActive { return (.downloading, record.fraction, nil) }
    if let city {
      return city.stations > 0
        ? (.ready, nil, nil) : (.failed, nil, "its files are damaged; download or add it again")
    }
    if let reason = job?.reason ?? record?.failure {
      return (.failed, record?.fraction, reason)
    }
    return (record?.received ?? 0) > 0 ? (.paused, record?.fraction, nil) : (.absent, nil, nil)
  }
}

extension DownloadRecord {
  fileprivate var fraction: Double? { DownloadProgress(received: received, total: total).fraction }
}

extension ListedCity {
  fileprivate func matches(_ text: String) -> Bool {
    let text = text.trimmingCharacters(in: .whitespaces)
    let fields = [id.description, name, source?.country, source?.publisher, agency]
    return text.isEmpty
      || fields.contains {
        $0?.range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil
      }
  }

  fileprivate func with(_ state: CityState, reason: String? = nil) -> ListedCity {
    ListedCity(
      id: id, name: name, source: source, state: state, reason: reason, isCurrent: isCurrent,
      lastDate: lastDate, expiry: expiry, agency: agency)
  }
}
