public import DataSourceInterface
public import Foundation
public import Mediator

/// Lists the cities of the catalogue, and installs, updates and removes them.
public enum CityList: Interface {
  /// Returns the cities that match a text, each with its state: installed cities first, then by
  /// name.
  public static let cities = Action<CitySearch, [ListedCity]>(
    CityList.self, "cities", .reads, .remote,
    summary: "List the installed cities, and those that can be downloaded")
  /// Returns the date of the cities of the address in the setting `city-list.catalogue-url` if they
  /// are out of date, because it could not be read since; nil if they are up to date.
  public static let outdatedSince = Action<Empty, Date?>(native: CityList.self, "outdatedSince")
  /// Checks the publishers of the installed cities that have a feed address for newer feeds, and
  /// returns these cities.
  public static let updates = Action<Empty, [ListedCity]>(CityList.self, "updates", .reads)
  /// Installs a city from a file or from a web address.
  public static let add = Action<AddCity, City>(CityList.self, "add", .adds)
  /// Downloads a city of the catalogue and installs it; resumes an earlier download.
  public static let download = Action<CityReference, City>(CityList.self, "download", .sets)
  /// Downloads and installs an installed city again if its publisher has a newer feed.
  public static let update = Action<CityReference, CityUpdate>(CityList.self, "update", .sets)
  /// Stops the download or import of a city by this process. A download can be resumed.
  public static let stop = Action<CityReference, Void>(native: CityList.self, "stop")
  /// Removes a city with its download and, unless asked to keep it, its feed address.
  public static let remove = Action<RemoveCity, RemovedCity>(CityList.self, "remove", .removes)
}
