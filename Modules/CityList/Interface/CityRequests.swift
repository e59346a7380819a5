public import DataSourceInterface
import Foundation
public import Mediator

/// A search in the list of cities.
public struct CitySearch: Codable, Hashable, Sendable {
  /// A part of an id, a name, a country or a publisher; nil for every city.
  public let search: String?
  /// Whether the address of the setting `city-list.catalogue-url` is read first if that was not
  /// done for a day; false if nil.
  public let refresh: Bool?

  /// Searches for `search`.
  public init(search: String? = nil, refresh: Bool? = nil) {
    self.search = search
    self.refresh = refresh
  }
}

extension CitySearch: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "search": .init("a part of the name, country or publisher", valueName: "text"),
      "refresh": .flag("read the catalogue again if that was not done for a day"),
    ]
  }
}

/// A city to add.
public struct AddCity: Codable, Hashable, Sendable {
  /// The id of the new city.
  public let city: CityID
  /// The GTFS feed: the path of a file, or an address beginning with `https://`.
  public let source: String
  /// The display name; nil to make one from the id.
  public let name: String?
  /// Whether an address without encryption is accepted; false if nil.
  public let plainHttp: Bool?
  /// The addresses or paths of the files that say what is different now; nil for those that the
  /// city has.
  public let realtime: [String]?

  /// Asks to install `source` as `city`.
  public init(
    city: CityID, source: String, name: String? = nil, plainHttp: Bool? = nil,
    realtime: [String]? = nil
  ) {
    self.city = city
    self.source = source
    self.name = name
    self.plainHttp = plainHttp
    self.realtime = realtime
  }
}

extension AddCity: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "city": "the id of the new city, such as new-york",
      "source": .init("the feed: a zip file or an https address", suggestions: .files),
      "name": .init("the display name", default: "made from the id", valueName: "text"),
      "realtime": .init(
        "an address of the agency in the format GTFS Realtime, or the path of a file; can be given "
          + "several times", default: "those that the city has", valueName: "address"),
      "plainHttp": .flag("allow an address without encryption; one on this machine always is"),
    ]
  }
}

/// The result of an update.
public struct CityUpdate: Codable, Hashable, Sendable {
  /// The installed city after the update.
  public let city: City
  /// Whether a newer feed was installed.
  public let isNew: Bool

  /// Creates a result.
  public init(city: City, isNew: Bool) {
    self.city = city
    self.isNew = isNew
  }
}

/// A city to remove.
public struct RemoveCity: Codable, Hashable, Sendable {
  /// The id of the city.
  public let city: CityID
  /// Whether the feed address that was added with the city stays in the catalogue; false if nil.
  public let keepAddress: Bool?

  /// Asks to remove `city`.
  public init(city: CityID, keepAddress: Bool? = nil) {
    self.city = city
    self.keepAddress = keepAddress
  }
}

extension RemoveCity: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "city": .init("the id of the city", suggestions: .cities),
      "keepAddress": .flag("keep the feed address, to download the city again later"),
    ]
  }
}

/// A city that was removed.
public struct RemovedCity: Codable, Hashable, Sendable {
  /// The id of the city.
  public let id: CityID
  /// The display name.
  public let name: String
  /// Whether it was the current city; the built-in city is current now.
  public let wasCurrent: Bool

  /// Creates a result.
  public init(id: CityID, name: String, wasCurrent: Bool) {
    self.id = id
    self.name = name
    self.wasCurrent = wasCurrent
  }
}
