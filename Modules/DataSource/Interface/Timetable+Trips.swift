public import Documents
import Foundation

extension Timetable {
  /// The lines.
  public struct Routes: Sendable {
    /// The feed's `route_id` of each line.
    public let id: TextColumn
    /// The short name of each line, or the long one when the feed gives no short one.
    public let name: TextColumn
    /// The long name of each line; empty when the feed gives none, or when `name` is the long name.
    public let longName: TextColumn
    /// The colour of each line as three bytes, red highest; −1 when the feed does not give it.
    public let color: Column<Int32>
    /// The colour of text on `color`, in the same form; empty if the feed gives none.
    public let textColor: Column<Int32>
    /// The rank of each line in lists, before its name; lines without one have the greatest. Empty
    /// if the feed gives none.
    public let sortOrder: Column<Int32>
    /// The phone number of the agency of each line; empty if no train stops only for passengers who
    /// phone.
    public let phone: TextColumn
    /// The name of the agency of each line; empty if the feed has only one, or if no
    /// train stops only for passengers who phone.
    public let agency: TextColumn

    /// Creates the lines from columns of equal length.
    public init(
      id: TextColumn, name: TextColumn, longName: TextColumn, color: Column<Int32>,
      textColor: Column<Int32> = Column([]), sortOrder: Column<Int32> = Column([]),
      phone: TextColumn = TextColumn([String]()), agency: TextColumn = TextColumn([String]())
    ) {
      self.id = id
      self.name = name
      self.longName = longName
      self.color = color
      self.textColor = textColor
      self.sortOrder = sortOrder
      self.phone = phone
      self.agency = agency
    }

    /// The number of lines.
    public var count: Int { color.count }

    /// The rank of each line in lists: by `sortOrder`, and then by name, where 9 precedes 10.
    public var nameRanks: [Int] {
      let (names, ids) = (Array(name), Array(id))
      let order = names.indices.sorted { first, second in
        if !sortOrder.isEmpty, sortOrder[first] != sortOrder[second] {
          return sortOrder[first] < sortOrder[second]
        }
        let order = names[first].compare(names[second], options: [.numeric, .caseInsensitive])
        return order == .orderedSame ? ids[first] < ids[second] : order == .orderedAscending
      }
      var ranks = [Int](repeating: 0, count: order.count)
      for (rank, route) in order.enumerated() { ranks[route] = rank }
      return ranks
    }
  }

  /// The stop sequences that trips share.
  public struct Patterns: Sendable {
    /// The route of each pattern.
    public let route: Column<Int32>
    /// The feed's `direction_id` of each pattern, 0 or 1; −1 when the feed does not give it.
    public let direction: Column<Int8>
    /// The first call of each pattern, and one more entry.
    public let firstCall: Column<Int32>
    /// The first trip of each pattern, and one more entry.
    public let firstTrip: Column<Int32>
    /// The stop of each call.
    public let stop: Column<Int32>
    /// What passengers may do at each call.
    public let allows: Column<CallRules>

    /// Creates the patterns from four columns by pattern and two columns by call.
    public init(
      route: Column<Int32>, direction: Column<Int8>, firstCall: Column<Int32>,
      firstTrip: Column<Int32>, stop: Column<Int32>, allows: Column<CallRules>
    ) {
      self.route = route
      self.direction = direction
      self.firstCall = firstCall
      self.firstTrip = firstTrip
      self.stop = stop
      self.allows = allows
    }

    /// The number of patterns.
    public var count: Int { route.count }

    /// Returns the calls of a pattern in order; at least two.
    public func calls(of pattern: Int) -> Range<Int> {
      Int(firstCall[pattern])..<Int(firstCall[pattern + 1])
    }

    /// Returns the pattern of a trip.
    public func pattern(ofTrip trip: Int) -> Int {
      var range = 0..<count
      while range.count > 1 {
        let middle = range.lowerBound + range.count / 2
        range =
          Int(firstTrip[middle]) <= trip
          ? middle..<range.upperBound : range.lowerBound..<middle
      }
      return range.lowerBound
    }

    /// Returns the trips of a pattern, ordered by start.
    public func trips(of pattern: Int) -> Range<Int> {
      Int(firstTrip[pattern])..<Int(firstTrip[pattern + 1])
    }
  }

  /// What passengers may do at a call.
  public struct CallRules: OptionSet, BitwiseCopyable, Sendable {
    /// The bits of the rules.
    public let rawValue: UInt8
    /// Passengers may board the train.
    public static let board = CallRules(rawValue: 1)
    /// Passengers may leave the train.
    public static let alight = CallRules(rawValue: 2)
    /// Passengers must phone the agency to board the train.
    public static let phoneToBoard = CallRules(rawValue: 4)
    /// Passengers must ask the driver to board the train.
    public static let askToBoard = CallRules(rawValue: 8)
    /// Passengers must phone the agency to leave the train.
    public static let phoneToAlight = CallRules(rawValue: 16)
    /// Passengers must ask the driver to leave the train.
    public static let askToAlight = CallRules(rawValue: 32)

    /// Creates rules from their bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }
  }

  /// The trips, and the relative times that they share.
  public struct Trips: Sendable {
    /// The departure of each trip from its first call.
    public let start: Column<Int32>
    /// The service of each trip.
    public let service: Column<Int32>
    /// The seconds between this train and the next for a trip of frequencies.txt with `exact_times`
    /// 0, whose times are approximate; 0 for a trip with exact times.
    public let headway: Column<Int32>
    /// The position of each trip's first call in `arrival` and `departure`; its other calls follow.
    public let times: Column<Int32>
    /// The position of each trip's id in `id` and of its destination in `headsign`.
    public let label: Column<Int32>
    /// The arrivals at calls, relative to `start`.
    public let arrival: Column<Int32>
    /// The departures from calls, relative to `start`.
    public let departure: Column<Int32>
    /// The feed's `trip_id`, by label.
    public let id: TextColumn
    /// The destination that the train shows, by label; empty when the feed does not give it.
    public let headsign: TextColumn
    /// The number of the feed's `block_id`, by label: one train runs the trips of a block. −1 for a
    /// trip without one; empty if no line follows another one in a block.
    public let block: Column<Int32>

    /// Creates the trips from five columns by trip, two by time and three by label.
    public init(
      start: Column<Int32>, service: Column<Int32>, headway: Column<Int32>, times: Column<Int32>,
      label: Column<Int32>, arrival: Column<Int32>, departure: Column<Int32>, id: TextColumn,
      headsign: TextColumn, block: Column<Int32> = Column([])
    ) {
      self.start = start
      self.service = service
      self.headway = headway
      self.times = times
      self.label = label
      self.arrival = arrival
      self.departure = departure
      self.id = id
      self.headsign = headsign
      self.block = block
    }

    /// The number of trips.
    public var count: Int { start.count }

    /// On how many days after its service day a trip may still run at most.
    public var daysAfterService: Int {
      func greatest(_ times: Column<Int32>) -> Int {
        Int(times.withUnsafeBufferPointer { $0.max() } ?? 0)
      }
      // Where the clocks go forward, the next day begins an hour earlier.
      return (greatest(start) + greatest(arrival) + 3600) / 86400
    }

    /// Returns the arrival of a trip at the call `position` of its pattern, counted from 0.
    public func arrival(of trip: Int, at position: Int) -> Int {
      Int(start[trip] + arrival[Int(times[trip]) + position])
    }

    /// Returns the departure of a trip from the call `position` of its pattern, counted from 0.
    public func departure(of trip: Int, at position: Int) -> Int {
      Int(start[trip] + departure[Int(times[trip]) + position])
    }
  }

  /// The days on which trips run: a weekly plan between two days, and exceptions.
  public struct Services: Sendable {
    /// The first day of each weekly plan, in days after 1970-01-01.
    public let firstDay: Column<Int32>
    /// The last day of each weekly plan; earlier than `firstDay` when the service has no plan.
    public let lastDay: Column<Int32>
    /// The weekdays of each plan: bit 0 is Monday, bit 6 is Sunday.
    public let weekdays: Column<UInt8>
    /// The first exception of each service, and one more entry.
    public let firstException: Column<Int32>
    /// The day of each exception, ascending within a service.
    public let exceptionDay: Column<Int32>
    /// 1 for an exception that adds its day, 0 for one that removes it.
    public let exceptionAdds: Column<UInt8>

    /// Creates the services from four columns by service and two columns by exception.
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

    /// The number of services.
    public var count: Int { weekdays.count }

    /// Returns whether a service runs on a day.
    public func runs(_ service: Int, on date: CalendarDate) -> Bool {
      for exception in Int(firstException[service])..<Int(firstException[service + 1])
      where Int(exceptionDay[exception]) == date.day {
        return exceptionAdds[exception] == 1
      }
      return date.day >= Int(firstDay[service]) && date.day <= Int(lastDay[service])
        && weekdays[service] >> UInt8(date.weekday) & 1 == 1
    }

    /// Returns for each service whether it runs on a day.
    public func running(on date: CalendarDate) -> [Bool] {
      (0..<count).map { runs($0, on: date) }
    }
  }
}
