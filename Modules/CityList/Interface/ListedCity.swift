public import DataSourceInterface
public import Documents
public import Mediator

/// An entry in the list of cities.
public struct ListedCity: Codable, Hashable, Sendable {
  /// The id of the city.
  public let id: CityID
  /// The display name.
  public let name: String
  /// The catalogue's entry, with its address without user, password and query, which may be secret;
  /// nil for a city without a feed address.
  public let source: CitySource?
  /// Whether the city is installed, and which step of its download or import is in progress.
  public let state: CityState
  /// The progress of the download or import, 0 to 1; nil if it is unknown.
  public let progress: Double?
  /// Why the download, the import or the check for an update failed; nil if nothing failed.
  public let reason: String?
  /// Whether a part of its feed is on disk, and nothing downloads the rest.
  public let isInterrupted: Bool
  /// Whether it is the current city, which is used when no city is named.
  public let isCurrent: Bool
  /// The last day of the timetable.
  public let lastDate: CalendarDate?
  /// What `City.expiry` says about an installed city; nil if its trains still run.
  public let expiry: String?
  /// The agency that runs the network, as the feed of an installed city names it; nil if it does
  /// not.
  public let agency: String?

  /// Creates an entry.
  public init(
    id: CityID, name: String, source: CitySource?, state: CityState, progress: Double? = nil,
    reason: String? = nil, isInterrupted: Bool = false, isCurrent: Bool = false,
    lastDate: CalendarDate? = nil, expiry: String? = nil, agency: String? = nil
  ) {
    self.id = id
    self.name = name
    self.source = source
    self.state = state
    self.progress = progress
    self.reason = reason
    self.isInterrupted = isInterrupted
    self.isCurrent = isCurrent
    self.lastDate = lastDate
    self.expiry = expiry
    self.agency = agency
  }
}

/// A catalogue entry: a city with the address of its feed.
public struct CitySource: Codable, Hashable, Sendable {
  /// The id of the city.
  public let id: CityID
  /// The display name, in the city's own language; nil to make one from the id.
  public let name: String?
  /// The country, in English.
  public let country: String?
  /// The languages of the feed, as BCP 47 tags.
  public let languages: [String]?
  /// The publisher of the feed.
  public let publisher: String?
  /// The address of the feed.
  public let feed: String
  /// The address of the page on which the publisher states the licence of the feed.
  public let licence: String?
  /// Whether the user who added the address accepts it without encryption.
  public let allowsPlainHTTP: Bool?
  /// The GTFS-realtime addresses of the publisher; nil if none are known.
  public let realtime: PublishedRealtime?

  /// Creates an entry.
  public init(
    id: CityID, name: String? = nil, country: String? = nil, languages: [String]? = nil,
    publisher: String? = nil, feed: String, licence: String? = nil, allowsPlainHTTP: Bool? = nil,
    realtime: PublishedRealtime? = nil
  ) {
    self.id = id
    self.name = name
    self.country = country
    self.languages = languages
    self.publisher = publisher
    self.feed = feed
    self.licence = licence
    self.allowsPlainHTTP = allowsPlainHTTP
    self.realtime = realtime
  }
}

/// Public addresses of GTFS-realtime messages, which need no key.
public struct PublishedRealtime: Codable, Hashable, Sendable {
  /// The addresses.
  public let addresses: [String]
  /// The address of the page on which the publisher names them.
  public let source: String

  /// Creates addresses with their source.
  public init(addresses: [String], source: String) {
    self.addresses = addresses
    self.source = source
  }
}

extension ListedCity: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    ["progress": "of the download or import, 0 to 1"]
  }
}

/// Whether a city is installed, and which step of its download or import is in progress. It is
/// computed for each call, and never stored.
public enum CityState: String, Codable, Hashable, Sendable, CaseIterable {
  /// Only the address of the feed is known.
  case absent
  /// Its download or import waits for other cities.
  case queued
  /// Its feed is being downloaded.
  case downloading
  /// Its feed is partly downloaded, and no process is downloading it.
  case paused
  /// Its feed is being imported.
  case importing
  /// It is installed.
  case ready
  /// It is installed, and its publisher has a newer feed.
  case updateAvailable
  /// Its download or import failed, or its files are damaged; `reason` says why.
  case failed
}

/// Published at most ten times a second while a city is downloaded and installed, and at the end.
public struct CityProgressed: Event {
  /// The id of the city.
  public let city: CityID
  /// The current step, or how the work has ended.
  public let state: CityState
  /// The progress of this step, 0 to 1; nil if it is unknown.
  public let fraction: Double?
  /// The number of downloaded bytes; nil while it is not downloading.
  public let received: Int?
  /// The estimated time until the end of the download; nil if it is unknown.
  public let remaining: Duration?

  /// Creates the event.
  public init(
    city: CityID, state: CityState, fraction: Double? = nil, received: Int? = nil,
    remaining: Duration? = nil
  ) {
    self.city = city
    self.state = state
    self.fraction = fraction
    self.received = received
    self.remaining = remaining
  }
}
