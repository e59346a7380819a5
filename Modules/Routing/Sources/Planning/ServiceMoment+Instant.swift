import DataSourceInterface
import Foundation

extension ServiceMoment {
  /// The instant at which clocks in a time zone of the IANA database show this moment; in UTC where
  /// it has none such.
  func instant(in timeZone: String) -> Date {
    let local = Date(timeIntervalSince1970: Double(date.day * 86400 + time.seconds))
    guard let zone = TimeZone(identifier: timeZone) else { return local }
    // The offset that holds at the instant itself, which is some hours beside `local`.
    let near = local - Double(zone.secondsFromGMT(for: local))
    return local - Double(zone.secondsFromGMT(for: near))
  }
}
