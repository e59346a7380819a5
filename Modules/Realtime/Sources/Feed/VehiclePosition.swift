extension RealtimeFeed {
  /// Where a vehicle is.
  struct VehiclePosition: Equatable, Sendable {
    var entityID = ""
    var trip: TripDescriptor?
    var vehicle: VehicleDescriptor?
    var position: Position?
    var currentStopSequence: Int?
    var stopID: String?
    /// Without a status, the vehicle is in transit to the stop.
    var currentStatus: VehicleStopStatus?
    var timestamp: Int?
  }

  /// A point on the Earth, and how the vehicle moves there.
  struct Position: Equatable, Sendable {
    /// Degrees from −90 to 90.
    var latitude = Double.nan
    /// Degrees from −180 to 180.
    var longitude = Double.nan
    /// Degrees clockwise from the north.
    var bearing: Double?
    /// Meters per second.
    var speed: Double?
  }

  /// Where a vehicle is, seen from its stop.
  enum VehicleStopStatus: Int, ProtobufEnum {
    case incomingAt = 0
    case stoppedAt = 1
    case inTransitTo = 2
    case unrecognized = -1
  }
}
