import DataSourceInterface

/// Compiles the trips of a feed while it reads stop_times.txt, so that no more than the calls of
/// one trip are in memory.
///
/// Usually all rows of a trip follow each other. The file is read again for the trips with other
/// rows between their own.
struct StopTimeImport {
  /// The numbers of the lines that have a trip with several calls.
  private(set) var usedLines: Set<Int32> = []
  private(set) var compiler = TripCompiler()
  private(set) var headsigns: CallHeadsigns
  private(set) var numbers: CallNumberImport
  private let trips: TripImport
  private let frequencies: FrequencyImport
  private let diagnostics: FileDiagnostics
  /// The calls of the current trip.
  private var calls: [StopTime] = []
  private var states: [TripState]
  private var problems: [TripProblem] = []

  /// Which calls of a trip were read.
  private enum TripState {
    case none
    /// All, if no more follow.
    case adjacent
    /// Some, with calls of other trips between them.
    case scattered
  }

  private struct TripProblem {
    let trip: Int32
    let line: Int32
    let problem: FeedProblem
  }

  /// - Parameter progress: Called repeatedly with the part of the file that was read, 0 to 1.
  init(
    _ feed: Feed, trips: TripImport, stops: IDIndex, frequencies: FrequencyImport,
    progress: (Double) -> Void
  ) throws(FeedRejection) {
    self.trips = trips
    self.frequencies = frequencies
    diagnostics = feed.diagnostics.file("stop_times.txt")
    states = Array(repeating: .none, count: trips.count)
    headsigns = CallHeadsigns(limit: feed.limits.ids)
    numbers = CallNumberImport(labels: trips.count)
    var rows = StopTimeTable(
      try feed.table("stop_times.txt", with: []), trips: trips.index, stops: stops,
      headsigns: headsigns.texts)
    try rows.forEach(progress) { add($0) }
    addTrip()
    headsigns.texts = rows.headsigns
    if let again = states.contains(.scattered) ? try feed.tableAgain("stop_times.txt") : nil {
      try compileScatteredTrips(
        StopTimeTable(again, trips: trips.index, stops: stops, headsigns: headsigns.texts))
    }
    guard compiler.callCount <= feed.limits.calls else {
      throw FeedRejection(
        "its trips stop more than \(feed.limits.calls) times; expected the feed of one city")
    }
    guard !headsigns.texts.exceedsLimit else {
      throw FeedRejection(
        "stop_times.txt has more than \(feed.limits.ids) different headsigns; expected the feed of"
          + " one city")
    }
    reportProblems()
  }

  private mutating func add(_ call: StopTime) {
    if let last = calls.last, last.trip != call.trip { addTrip() }
    calls.append(call)
  }

  /// Compiles the current trip.
  private mutating func addTrip() {
    guard let trip = calls.first.map({ Int($0.trip) }) else { return }
    if states[trip] == .none {
      states[trip] = .adjacent
      compile(trip)
    } else {
      states[trip] = .scattered
    }
    calls.removeAll(keepingCapacity: true)
  }

  private mutating func compileScatteredTrips(
    _ rows: consuming StopTimeTable
  ) throws(FeedRejection) {
    compiler.removeTrips { states[$0] == .scattered }
    headsigns.remove { states[$0] == .scattered }
    problems.removeAll { states[Int($0.trip)] == .scattered }
    var scattered: [StopTime] = []
    try rows.forEach({ _ in }) { if states[Int($0.trip)] == .scattered { scattered.append($0) } }
    scattered.sort { $0.trip == $1.trip ? StopTime.precedes($0, $1) : $0.trip < $1.trip }
    for (position, call) in scattered.enumerated() {
      if position.isMultiple(of: 4096), Task.isCancelled { throw .cancelled }
      calls.append(call)
      guard position + 1 == scattered.count || scattered[position + 1].trip != call.trip else {
        continue
      }
      compile(Int(call.trip))
      calls.removeAll(keepingCapacity: true)
    }
  }

  /// Compiles a trip from `calls`, which are all its calls.
  private mutating func compile(_ trip: Int) {
    if calls.count > 1 { usedLines.insert(trips.route[trip]) }
    let isSorted = calls.indices.dropFirst().allSatisfy {
      calls[$0 - 1].sequence < calls[$0].sequence
    }
    if !isSorted { calls.sort(by: StopTime.precedes) }
    let times = TripTimes(calls[...]) { problem, call in
      problems.append(TripProblem(trip: Int32(trip), line: call.line, problem: problem))
    }
    guard let times else { return }
    headsigns.set(times.calls, ofLabel: Int32(trip))
    numbers.set(times.calls, ofLabel: Int32(trip))
    compiler.add(
      times, departures: frequencies.departures(of: trip, at: times.start),
      route: trips.route[trip], direction: trips.direction[trip], service: trips.service[trip],
      label: Int32(trip))
  }

  /// Reports the problems in the order of the trips.
  private mutating func reportProblems() {
    for trip in states.indices where states[trip] == .none { trips.report(.emptyTrip, of: trip) }
    problems.sort { $0.trip < $1.trip }
    for problem in problems {
      diagnostics.add(
        problem.problem, atLine: Int(problem.line), trips.id[Int(problem.trip)])
    }
  }
}

/// A call of a trip, as stop_times.txt gives it.
struct StopTime {
  /// The value of a time that the file does not give.
  static let unknown = Int32.min

  let sequence: Int
  let trip: Int32
  let stop: Int32
  var arrival: Int32
  var departure: Int32
  /// The bits of the `CallRules`.
  let allows: UInt8
  /// The number of the headsign that the train shows at this call; −1 for that of its trip.
  var headsign: Int32 = -1
  /// The line in the file.
  let line: Int32

  /// Whether the file gives the time.
  var isTimed: Bool { arrival != Self.unknown }

  /// Returns whether a call precedes another of its trip; calls with equal sequence numbers are
  /// ordered by time.
  static func precedes(_ first: StopTime, _ second: StopTime) -> Bool {
    (first.sequence, first.arrival, first.departure, first.stop, first.line)
      < (second.sequence, second.arrival, second.departure, second.stop, second.line)
  }
}

/// The rows of stop_times.txt.
private struct StopTimeTable {
  private let table: CSVTable
  private let trips: IDIndex
  private let stops: IDIndex
  private let (trip, stop, sequence): (Int?, Int?, Int?)
  private let (arrival, departure): (Int?, Int?)
  private let (pickup, dropOff): (Int?, Int?)
  private let headsign: Int?
  /// The headsigns at calls, by number.
  private(set) var headsigns: IDTable
  /// The number of the last trip's id.
  private var lastTrip = 0
  /// The number of the last stop's id.
  private var lastStop = 0
  /// The number of the last headsign.
  private var lastHeadsign = 0
  /// The number of the stop that followed each stop last, which is likely to follow it again.
  private var followers: [Int32]

  /// - Parameter headsigns: The headsigns that are known already.
  init(_ table: CSVTable, trips: IDIndex, stops: IDIndex, headsigns: IDTable) {
    (self.table, self.trips, self.stops, self.headsigns) = (table, trips, stops, headsigns)
    headsign = table.column("stop_headsign")
    (trip, stop) = (table.column("trip_id"), table.column("stop_id"))
    sequence = table.column("stop_sequence")
    (arrival, departure) = (table.column("arrival_time"), table.column("departure_time"))
    (pickup, dropOff) = (table.column("pickup_type"), table.column("drop_off_type"))
    followers = Array(repeating: 0, count: max(stops.count, 1))
  }

  /// Calls `body` with the call in every row, and reports the rows without one.
  /// - Parameter progress: Called repeatedly with the part of the file that was read, 0 to 1.
  mutating func forEach(
    _ progress: (Double) -> Void, _ body: (StopTime) -> Void
  ) throws(FeedRejection) {
    let table = table
    var nextReport = table.size / 10
    try table.forEachRow { row in
      guard let call = stopTime(row) else { return }
      body(call)
      if row.end >= nextReport {
        progress(Double(row.end) / Double(table.size))
        nextReport += table.size / 10 + 1
      }
    }
  }

  private mutating func stopTime(_ row: CSVRow) -> StopTime? {
    guard let tripRow = trips.row(of: row[trip], likely: &lastTrip) else {
      return report(.unknownTrip, at: row, trip)
    }
    var stopNumber = Int(followers[lastStop])
    guard let stopRow = stops.row(of: row[stop], likely: &stopNumber) else {
      return report(.unknownStop, at: row, stop)
    }
    followers[lastStop] = Int32(stopNumber)
    lastStop = stopNumber
    guard let sequenceNumber = row[sequence].largeInteger else {
      return report(.unreadableRow, at: row, sequence)
    }
    let arrivalTime = row[arrival].time
    let departureTime = row[departure].time
    if arrivalTime == nil, !row[arrival].isEmpty {
      report(.unreadableTime, at: row, arrival)
    } else if departureTime == nil, !row[departure].isEmpty {
      report(.unreadableTime, at: row, departure)
    }
    let rules = Timetable.CallRules(
      pickupType: row[pickup].integer ?? 0, dropOffType: row[dropOff].integer ?? 0)
    return StopTime(
      sequence: sequenceNumber, trip: Int32(tripRow), stop: Int32(stopRow),
      arrival: arrivalTime ?? departureTime ?? StopTime.unknown,
      departure: departureTime ?? arrivalTime ?? StopTime.unknown, allows: rules.rawValue,
      headsign: headsign == nil
        ? -1 : Int32(headsigns.add(row[headsign], likely: &lastHeadsign) ?? -1),
      line: Int32(clamping: row.line))
  }

  @discardableResult
  private func report(_ problem: FeedProblem, at row: CSVRow, _ column: Int?) -> StopTime? {
    table.report(problem, at: row, row[column])
    return nil
  }
}

extension Timetable.CallRules {
  /// Reads the feed's types; an unknown one allows as much as an empty one.
  fileprivate init(pickupType: Int, dropOffType: Int) {
    self =
      switch pickupType {
      case 1: []
      case 2: [.board, .phoneToBoard]
      case 3: [.board, .askToBoard]
      default: .board
      }
    switch dropOffType {
    case 1: break
    case 2: formUnion([.alight, .phoneToAlight])
    case 3: formUnion([.alight, .askToAlight])
    default: insert(.alight)
    }
  }
}
