import DataSourceInterface
import Documents

/// The services of a feed by id: weekly plans and exceptions.
struct ServiceImport {
  /// The services by id, followed by one that never runs.
  let services: Timetable.Services
  let index: IDIndex

  /// The service that never runs. Its trips still show the stations and travel times of a line.
  var never: Int { services.count - 1 }

  init(_ feed: Feed) throws(FeedRejection) {
    var rows = Rows(ids: IDTable(limit: feed.limits.ids, allowsEmpty: true))
    let (calendar, dates) = (try feed.table("calendar.txt"), try feed.table("calendar_dates.txt"))
    guard calendar != nil || dates != nil else {
      throw FeedRejection(
        "calendar.txt and calendar_dates.txt are both missing; expected at least one")
    }
    if let calendar { try rows.readPlans(calendar) }
    if let dates { try rows.readExceptions(dates) }
    try feed.checkCount(of: rows.ids, in: "calendar.txt")
    if !rows.hasDay { feed.diagnostics.file("calendar.txt").add(.noDay, "") }
    let order = rows.ids.sorted()
    index = IDIndex(rows.ids, order: order)
    let exceptions =
      order.map { number in rows.exceptions[number].sorted { $0.key < $1.key } } + [[]]
    let plans = order.map { rows.plans[$0] } + [Plan()]
    services = Timetable.Services(
      firstDay: Column(plans.map(\.firstDay)),
      lastDay: Column(plans.map(\.lastDay)),
      weekdays: Column(plans.map(\.weekdays)),
      firstException: Column(startsOfGroups: exceptions.map(\.count)),
      exceptionDay: Column(exceptions.joined().map(\.key)),
      exceptionAdds: Column(exceptions.joined().map { $0.value ? 1 : 0 }))
  }

  private struct Plan {
    var firstDay: Int32 = 0
    var lastDay: Int32 = -1
    var weekdays: UInt8 = 0
  }

  /// The rows of both files, by the number of their id.
  private struct Rows {
    var ids: IDTable
    var plans: [Plan] = []
    /// The exceptions of each service by day: true adds the day, false removes it.
    var exceptions: [[Int32: Bool]] = []

    var hasDay: Bool {
      plans.contains { $0.firstDay <= $0.lastDay }
        || exceptions.contains { $0.values.contains(true) }
    }

    mutating func readPlans(_ table: CSVTable) throws(FeedRejection) {
      let id = table.column("service_id")
      let (start, end) = (table.column("start_date"), table.column("end_date"))
      let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
      ].map(table.column)
      try table.forEachRow { row in
        guard let first = row[start].date, let last = row[end].date, first <= last else {
          return table.report(.unreadableRow, at: row, row[row[start].date == nil ? start : end])
        }
        guard let service = number(of: row[id]) else { return }
        guard plans[service].lastDay < plans[service].firstDay else {
          return table.report(.repeatedID, at: row, row[id])
        }
        var plan = Plan(firstDay: Int32(first.day), lastDay: Int32(last.day))
        for (bit, weekday) in weekdays.enumerated() where row[weekday].integer == 1 {
          plan.weekdays |= 1 << UInt8(bit)
        }
        plans[service] = plan
      }
    }

    mutating func readExceptions(_ table: CSVTable) throws(FeedRejection) {
      let (id, date) = (table.column("service_id"), table.column("date"))
      let type = table.column("exception_type")
      try table.forEachRow { row in
        guard let day = row[date].date, let kind = row[type].integer, kind == 1 || kind == 2 else {
          return table.report(.unreadableRow, at: row, row[row[date].date == nil ? date : type])
        }
        guard let service = number(of: row[id]) else { return }
        if exceptions[service][Int32(day.day)] != nil {
          table.report(.repeatedID, at: row, row[date])
        }
        // A day that is both added and removed is added, whichever row comes first.
        exceptions[service][Int32(day.day), default: false] |= kind == 1
      }
    }

    private mutating func number(of id: CSVField) -> Int? {
      guard let (number, isNew) = ids.add(id) else { return nil }
      if isNew {
        plans.append(Plan())
        exceptions.append([:])
      }
      return number
    }
  }
}

extension Bool {
  fileprivate static func |= (first: inout Bool, second: Bool) { first = first || second }
}
