extension Duration {
  /// The whole minutes, rounded up.
  var minutesRoundedUp: Int { Int((components.seconds + 59) / 60) }

  /// The whole minutes, rounded up, such as `14 min` or `1 h 05 min`.
  public var formattedInMinutes: String {
    let minutes = minutesRoundedUp
    guard minutes >= 60 else { return "\(minutes) min" }
    let rest = minutes % 60
    return "\(minutes / 60) h \(rest < 10 ? "0" : "")\(rest) min"
  }
}

extension Int {
  /// A number of metres as `350 m` or `1.2 km`.
  public var asDistance: String {
    guard self >= 995 else { return "\((self + 5) / 10 * 10) m" }
    let tenths = (self + 50) / 100
    return tenths % 10 == 0 ? "\(tenths / 10) km" : "\(tenths / 10).\(tenths % 10) km"
  }
}
