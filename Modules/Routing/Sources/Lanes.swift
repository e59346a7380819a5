/// The trips that a search may take, in lanes: trips of one pattern that never overtake each other.
///
/// A lane is a matrix, one row a trip and one column a position: at `position` of its stop sequence,
/// the trip in `row` lets passengers on at `boarding[cell]` and off at `alighting[cell]`, in seconds.
struct Lanes: Sendable {
  struct Lane: Sendable {
    /// The pattern of the timetable.
    var pattern: Int32
    /// Its first entry in `stops` and `rules`.
    var firstPosition: Int32
    /// How many stops the sequence has.
    var positions: Int32
    /// Its first entry in `trips`.
    var firstRow: Int32
    /// How many trips it has, ordered by time at every position.
    var rows: Int32
    /// Its first entry in `boarding` and `alighting`.
    var firstCell: Int32
  }

  /// Where a trip of the timetable runs in a search: on its own service day, or shifted by one.
  struct Trip: Sendable {
    var index: Int32
    /// Seconds added to the timetable's times: 0, or −86,400 for yesterday's service day.
    var shift: Int32
  }

  /// What passengers may do at a position.
  struct Rules: Sendable {
    var canBoard: Bool
    var canAlight: Bool
  }

  var lanes: [Lane] = []
  var stops: [Int32] = []
  var rules: [Rules] = []
  var trips: [Trip] = []
  var boarding: [Int32] = []
  var alighting: [Int32] = []

  /// The same trips in reversed time and direction: what was left is boarded, at minus its time. A
  /// search on them finds the latest departure instead of the earliest arrival.
  func reversed() -> Lanes {
    var mirror = self
    for lane in lanes {
      let positions = Int(lane.positions)
      let sequence = Int(lane.firstPosition)..<Int(lane.firstPosition) + positions
      mirror.stops[sequence].reverse()
      mirror.rules.replaceSubrange(
        sequence,
        with: rules[sequence].reversed().map {
          Rules(canBoard: $0.canAlight, canAlight: $0.canBoard)
        })
      for row in 0..<Int(lane.rows) {
        let source = Int(lane.firstCell) + row * positions
        let mirroredRow = Int(lane.rows) - 1 - row
        let target = Int(lane.firstCell) + mirroredRow * positions
        for position in 0..<positions {
          let opposite = source + positions - 1 - position
          mirror.boarding[target + position] = -alighting[opposite]
          mirror.alighting[target + position] = -boarding[opposite]
        }
        mirror.trips[Int(lane.firstRow) + mirroredRow] = trips[Int(lane.firstRow) + row]
      }
    }
    return mirror
  }
}
