import Console
public import Foundation

extension Date {
  /// The time of day by the calendar of this machine, and the day if it is not that of `now`:
  /// `10:42` or `yesterday 23:10`.
  public func inWords(at now: Date) -> String {
    let calendar = Calendar.current
    let time = calendar.dateComponents([.hour, .minute], from: self)
    let seconds = (time.hour ?? 0) * 3600 + (time.minute ?? 0) * 60
    let day = RelativeDay(of: self, at: now, in: calendar)
    let clock = "\(TimeExpression.clock(seconds: seconds))"
    return day.days == 0 ? clock : "\(day) \(clock)"
  }
}
