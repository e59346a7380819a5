import DataSourceInterface

extension CityID {
  static let beijing = CityID("beijing") ?? .builtIn
}

extension City {
  static func sample(_ id: CityID, name: String) -> City {
    City(
      id: id, name: name, agency: "", timeZone: "UTC", firstDate: ServiceDate(day: 20_454),
      lastDate: ServiceDate(day: 20_818), stations: 425, lines: 1, isBuiltIn: id == .builtIn,
      isCurrent: id == .builtIn)
  }
}
