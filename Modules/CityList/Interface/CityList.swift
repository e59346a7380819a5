public import DataSourceInterface
public import Mediator

/// Looks after which cities there are: those of its catalogue, those on disk, and those on their way.
public enum CityList: Interface {
  /// The cities that fit a text, each with its state: those on disk first, then by name.
  public static let cities = Action<CitySearch, [ListedCity]>(CityList.self, "cities", .remote)
  /// The installed cities of the catalogue, once their publishers have been asked for newer
  /// timetables.
  public static let updates = Action<Empty, [ListedCity]>(CityList.self, "updates")
  /// Adds a city from a file or from the web.
  public static let add = Action<AddCity, City>(CityList.self, "add")
  /// Downloads a city of the catalogue and installs it, from where an earlier download ended.
  public static let download = Action<CityReference, City>(CityList.self, "download")
  /// Downloads and installs an installed city anew, where its publisher has a newer timetable.
  public static let update = Action<CityReference, CityUpdate>(CityList.self, "update")
  /// Removes a city with every trace of it.
  public static let remove = Action<RemoveCity, RemovedCity>(CityList.self, "remove")
}
