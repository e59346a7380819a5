/// A call of a trip as stop_times.txt gives it.
struct StopTime {
  /// A time that the file does not give.
  static let unknown = Int32.min

  let trip: Int32
  let sequence: Int32
  let stop: Int32
  var arrival: Int32
  var departure: Int32
  /// The bits of its `CallRules`.
  let allows: UInt8
  /// Its line in the file.
  let line: Int32

  /// Whether the file gives its time.
  var isTimed: Bool { arrival != Self.unknown }

  /// In the order of the trip; calls with the same place in it by time.
  static func precedes(_ first: StopTime, _ second: StopTime) -> Bool {
    (first.sequence, first.arrival, first.departure, first.stop)
      < (second.sequence, second.arrival, second.departure, second.stop)
  }
}
