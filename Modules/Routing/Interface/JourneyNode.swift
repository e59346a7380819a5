public import DataSourceInterface

/// One thing to show of a journey, from top to bottom.
public enum JourneyNode: Hashable, Sendable {
  /// Where the first train is boarded, and when it leaves.
  case start(Place, ServiceTime)
  /// On a line towards a direction, with the number of stops in between.
  case ride(Line, direction: String, stopsBetween: Int, duration: Duration)
  /// From one train to the next: where and when it is left and the next one boarded.
  case change(
    from: Place, ServiceTime, to: Place, ServiceTime, walking: Duration, waiting: Duration)
  /// Where the last train is left, and when it arrives.
  case destination(Place, ServiceTime)
}
