extension Duration {
  /// The whole minutes, rounded up.
  public var minutesRoundedUp: Int { Int((components.seconds + 59) / 60) }

  /// The whole minutes, rounded up, such as `14 min` or `1 h 05 min`.
  public var formattedInMinutes: String {
    let minutes = minutesRoundedUp
    guard minutes >= 60 else { return "\(minutes) min" }
    let rest = minutes % 60
    return "\(minutes / 60) h \(rest < 10 ? "0" : "")\(rest) min"
  }
}
