public import DataSourceInterface
public import Mediator

/// Looks after which cities there are.
public enum CityList: Interface {
  /// Adds a city from a file or from the web.
  public static let add = Action<AddCity, City>(CityList.self, "add")
}
