import DataSourceInterface
import Documents

/// The services of a timetable, and others for trips that do not run on some days.
struct ServiceTable {
  private struct Exceptions: Hashable {
    let service: Int32
    let dates: [CalendarDate]
  }

  private let base: Timetable.Services
  private var firstDay: [Int32]
  private var lastDay: [Int32]
  private var weekdays: [UInt8]
  private var firstException: [Int32]
  private var exceptionDay: [Int32]
  private var exceptionAdds: [UInt8]
  private var known: [Exceptions: Int32] = [:]

  init(_ base: Timetable.Services) {
    self.base = base
    (firstDay, lastDay) = (Array(base.firstDay), Array(base.lastDay))
    weekdays = Array(base.weekdays)
    firstException = Array(base.firstException)
    (exceptionDay, exceptionAdds) = (Array(base.exceptionDay), Array(base.exceptionAdds))
  }

  /// The days of a service but for some, in their order.
  mutating func service(_ service: Int32, without dates: [CalendarDate]) -> Int32 {
    let number = Int(service)
    return add(Exceptions(service: service, dates: dates)) { table in
      let range =
        Int(table.base.firstException[number])..<Int(table.base.firstException[number + 1])
      var days = Dictionary(
        range.map { (table.base.exceptionDay[$0], table.base.exceptionAdds[$0]) }
      ) { first, _ in first }
      for date in dates { days[Int32(date.day)] = 0 }
      table.firstDay.append(table.base.firstDay[number])
      table.lastDay.append(table.base.lastDay[number])
      table.weekdays.append(table.base.weekdays[number])
      for (day, adds) in days.sorted(by: { $0.key < $1.key }) {
        table.exceptionDay.append(day)
        table.exceptionAdds.append(adds)
      }
    }
  }

  /// A service of one day.
  mutating func service(on date: CalendarDate) -> Int32 {
    add(Exceptions(service: -1, dates: [date])) { table in
      table.firstDay.append(1)
      table.lastDay.append(0)
      table.weekdays.append(0)
      table.exceptionDay.append(Int32(date.day))
      table.exceptionAdds.append(1)
    }
  }

  private mutating func add(
    _ exceptions: Exceptions, _ append: (inout ServiceTable) -> Void
  ) -> Int32 {
    if let service = known[exceptions] { return service }
    let service = Int32(weekdays.count)
    append(&self)
    firstException.append(Int32(exceptionDay.count))
    known[exceptions] = service
    return service
  }

  var services: Timetable.Services {
    Timetable.Services(
      firstDay: Column(firstDay), lastDay: Column(lastDay), weekdays: Column(weekdays),
      firstException: Column(firstException), exceptionDay: Column(exceptionDay),
      exceptionAdds: Column(exceptionAdds))
  }
}
