import Foundation

extension Date {
  /// Reads a text such as `2026-11-20T08:00:00Z` to its end. Foundation alone stops where the date
  /// does, and takes an hour 25 for one of the next day.
  ///
  /// Source: RFC 3339, internet date and time.
  init?(iso8601 text: String) {
    let form = /\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:?\d\d)/
    guard text.wholeMatch(of: form) != nil, let date = try? Date(text, strategy: .iso8601) else {
      return nil
    }
    self = date
  }
}
