import DataSourceInterface

extension CityID {
  /// A name for people: `new-york` is New York.
  var title: String {
    description.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined(separator: " ")
  }
}
