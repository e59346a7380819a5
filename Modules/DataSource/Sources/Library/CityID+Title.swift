import DataSourceInterface
import Foundation

extension CityID {
  /// A name for people: `new-york` is New York.
  var title: String {
    description.split(separator: "-").map(\.capitalized).joined(separator: " ")
  }
}
