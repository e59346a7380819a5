extension Timetable {
  /// On which days services run: a week between two days, and days that differ.
  public struct Services: Sendable {
    /// The first day of the weekly plan, in days after 1970-01-01.
    public let firstDay: Column<Int32>
    /// The last day of the weekly plan; before the first where there is no plan.
    public let lastDay: Column<Int32>
    /// The weekdays of the plan: bit 0 is Monday, bit 6 Sunday.
    public let weekdays: Column<UInt8>
    /// The first exception of each service, and one entry more.
    public let firstException: Column<Int32>
    /// The day of each exception; ascending within a service.
    public let exceptionDay: Column<Int32>
    /// 1 where the exception adds the day, 0 where it takes it away.
    public let exceptionAdds: Column<UInt8>

    /// Composes the services: columns by service, then by exception.
    public init(
      firstDay: Column<Int32>, lastDay: Column<Int32>, weekdays: Column<UInt8>,
      firstException: Column<Int32>, exceptionDay: Column<Int32>, exceptionAdds: Column<UInt8>
    ) {
      self.firstDay = firstDay
      self.lastDay = lastDay
      self.weekdays = weekdays
      self.firstException = firstException
      self.exceptionDay = exceptionDay
      self.exceptionAdds = exceptionAdds
    }

    /// How many there are.
    public var count: Int { weekdays.count }

    /// Whether a service runs on a day.
    public func runs(_ service: Int, on date: ServiceDate) -> Bool {
      for exception in Int(firstException[service])..<Int(firstException[service + 1])
      where Int(exceptionDay[exception]) == date.day {
        return exceptionAdds[exception] == 1
      }
      return date.day >= Int(firstDay[service]) && date.day <= Int(lastDay[service])
        && weekdays[service] >> UInt8(date.weekday) & 1 == 1
    }
  }
}
