public import Mediator

extension CityID: Exemplified {
  /// The built-in city.
  public static var example: CityID { .builtIn }
}
