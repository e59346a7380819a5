extension Timetable {
  /// Whether passengers can do something without steps, as far as the feed says.
  public enum Accessibility: UInt8, Sendable {
    /// The feed does not say, or contradicts itself.
    case unknown
    /// They can.
    case possible
    /// They cannot.
    case impossible
  }

  /// What a feed says about travel without steps. A column is empty where the feed says nothing.
  ///
  /// Source: GTFS Schedule Reference, `wheelchair_boarding`, `wheelchair_accessible` and pathways.txt.
  public struct StepFreeAccess: Sendable {
    /// The access of a feed that says nothing.
    public static let unknown = StepFreeAccess(
      stops: Column([]), trips: Column([]), detours: .none)

    /// By stop, the `Accessibility` of the way from the street in bits 0 and 1, and that of the way to
    /// the street in bits 2 and 3.
    public let stops: Column<UInt8>
    /// By label of a trip, the `Accessibility` of the train.
    public let trips: Column<UInt8>
    /// The ways between platforms without stairs and escalators, as far as they differ from
    /// `Timetable.walkways`. One of −1 seconds means that only stairs or escalators connect the
    /// platforms.
    public let detours: Walkways

    /// Creates the access from one column by stop, one by label of trips, and the ways.
    public init(stops: Column<UInt8>, trips: Column<UInt8>, detours: Walkways) {
      self.stops = stops
      self.trips = trips
      self.detours = detours
    }

    /// Returns whether passengers reach a stop from the street.
    public func entry(of stop: Int) -> Accessibility {
      stops.isEmpty ? .unknown : Accessibility(rawValue: stops[stop] & 3) ?? .unknown
    }

    /// Returns whether passengers reach the street from a stop.
    public func exit(of stop: Int) -> Accessibility {
      stops.isEmpty ? .unknown : Accessibility(rawValue: stops[stop] >> 2 & 3) ?? .unknown
    }

    /// Returns whether passengers in wheelchairs can use a trip, given by its label.
    public func train(ofLabel label: Int) -> Accessibility {
      trips.isEmpty ? .unknown : Accessibility(rawValue: trips[label]) ?? .unknown
    }
  }
}
