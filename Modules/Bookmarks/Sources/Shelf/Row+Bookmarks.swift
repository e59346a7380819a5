import BookmarksInterface
import DataSourceInterface
import Foundation
import Store

extension Bookmark {
  /// The columns in the order of a bookmark's table; `city` is the one that it probably is of.
  init(_ row: borrowing Row, near city: CityID? = nil) throws {
    let end: String? = try row[6]
    self.init(
      name: try row[1], city: try CityID(stored: try row[3], near: city),
      from: Place(id: try row[4], name: try row[5]),
      to: try end.map { Place(id: $0, name: try row[7]) })
  }
}

extension HistoryEntry {
  /// The columns in the order of a question's table.
  init(_ row: borrowing Row) throws {
    self.init(
      askedAt: Date(timeIntervalSince1970: try row[1]), city: try CityID(stored: try row[2]),
      from: Place(id: try row[3], name: try row[4]), to: Place(id: try row[5], name: try row[6]))
  }
}

extension CityID {
  fileprivate init(stored text: String, near other: CityID? = nil) throws {
    guard let city = other?.description == text ? other : CityID(text) else {
      throw BookmarksError.database(
        reason: "'\(text)' in it is no city; restore it from a copy")
    }
    self = city
  }
}

extension String {
  /// The same for all spellings of a bookmark's name that count as one.
  var key: String {
    trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
      .precomposedStringWithCanonicalMapping
  }
}
