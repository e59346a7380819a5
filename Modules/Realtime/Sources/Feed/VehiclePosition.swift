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

// MARK: - Field numbers

extension RealtimeFeed.VehiclePosition: ProtobufMessage {
  mutating func readField(
    _ number: Int, from reader: inout ProtobufReader
  ) throws(RealtimeFeedError) {
    switch number {
    case 1: try reader.merge(into: &trip, "trip")
    case 2: try reader.merge(into: &position, "position")
    case 3: currentStopSequence = try reader.uint32("current_stop_sequence")
    case 4: currentStatus = try reader.value("current_status")
    case 5: timestamp = try reader.timestamp("timestamp")
    case 7: stopID = try reader.text("stop_id")
    case 8: try reader.merge(into: &vehicle, "vehicle")
    default: try reader.skip()
    }
  }
}

extension RealtimeFeed.Position: ProtobufMessage {
  mutating func readField(
    _ number: Int, from reader: inout ProtobufReader
  ) throws(RealtimeFeedError) {
    switch number {
    case 1: latitude = try reader.float("latitude")
    case 2: longitude = try reader.float("longitude")
    case 3: bearing = try reader.float("bearing")
    case 5: speed = try reader.float("speed")
    default: try reader.skip()
    }
  }
}
