import DataSourceInterface
import Foundation

extension ServiceDate {
  /// The service day at a moment in a time zone of the IANA database, in UTC where it has none such;
  /// until 03:00 the day before has not ended.
  init(_ moment: Date, in timeZone: String) {
    let offset = TimeZone(identifier: timeZone)?.secondsFromGMT(for: moment) ?? 0
    let seconds = moment.timeIntervalSince1970 + Double(offset) - 3 * 3600
    self.init(day: Int((seconds / 86400).rounded(.down)))
  }
}
