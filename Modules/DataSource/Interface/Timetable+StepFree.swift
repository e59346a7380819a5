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
  /// Source: GTFS Schedule Reference, `wheelchair_boarding`, `wheelchair_accessible` and
  /// pathways.txt.
  public struct StepFreeAccess: Sendable {
    /// The access of a feed that says nothing.
    public static let unknown = StepFreeAccess(
      stops: Column([]), trips: Column([]), detours: .none, detourAccess: Column([]))

    /// By stop, the `Accessibility` of the way from the street in bits 0 and 1, that of the way to
    /// the street in bits 2 and 3, and that of the platform itself in bits 4 and 5.
    public let stops: Column<UInt8>
    /// By label of a trip, the `Accessibility` of the train.
    public let trips: Column<UInt8>
    /// The ways between platforms without stairs and escalators, as far as they differ from
    /// `Timetable.walkways`, and the platforms that only stairs or escalators connect.
    public let detours: Walkways
    /// By way of `detours`, whether it has no steps; unknown if the mode of a pathway is.
    public let detourAccess: Column<UInt8>

    /// Creates the access from one column by stop, one by label of trips, and the ways.
    public init(
      stops: Column<UInt8>, trips: Column<UInt8>, detours: Walkways, detourAccess: Column<UInt8>
    ) {
      self.stops = stops
      self.trips = trips
      self.detours = detours
      self.detourAccess = detourAccess
    }

    /// Returns whether passengers reach a stop from the street.
    public func entry(of stop: Int) -> Accessibility {
      stops.isEmpty ? .unknown : Accessibility(rawValue: stops[stop] & 3) ?? .unknown
    }

    /// Returns whether passengers reach the street from a stop.
    public func exit(of stop: Int) -> Accessibility {
      stops.isEmpty ? .unknown : Accessibility(rawValue: stops[stop] >> 2 & 3) ?? .unknown
    }

    /// Returns whether passengers can board and leave trains at a stop, however they come there.
    public func platform(of stop: Int) -> Accessibility {
      stops.isEmpty ? .unknown : Accessibility(rawValue: stops[stop] >> 4 & 3) ?? .unknown
    }

    /// Returns whether a way of `detours` is free of steps.
    public func access(ofDetour way: Int) -> Accessibility {
      Accessibility(rawValue: detourAccess[way]) ?? .unknown
    }

    /// Returns whether passengers in wheelchairs can use a trip, given by its label.
    public func train(ofLabel label: Int) -> Accessibility {
      trips.isEmpty ? .unknown : Accessibility(rawValue: trips[label]) ?? .unknown
    }
  }
}
