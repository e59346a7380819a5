extension RealtimeFeed {
  /// How one trip runs now.
  struct TripUpdate: Equatable, Sendable {
    var entityID = ""
    var trip = TripDescriptor()
    var vehicle: VehicleDescriptor?
    /// The updates of stops, which the format wants sorted; each is valid until the next one.
    var stopTimeUpdates: [StopTimeUpdate] = []
    /// When the times were measured.
    var timestamp: Int?
    /// The delay in seconds before the first stop that has one of its own.
    var delay: Int?
    var properties: TripProperties?
  }

  /// What is different for a trip that is not in the timetable.
  struct TripProperties: Equatable, Sendable {
    var tripID: String?
    var startDate: String?
    var startTime: String?
    var tripHeadsign: String?
  }

  /// How a trip runs at one stop, and from there on.
  struct StopTimeUpdate: Equatable, Sendable {
    var stopSequence: Int?
    var stopID: String?
    var arrival: StopTimeEvent?
    var departure: StopTimeEvent?
    var scheduleRelationship: StopScheduleRelationship?
    /// The stop, of the same station, where the vehicle stops now.
    var assignedStopID: String?
  }

  /// How a trip differs from the timetable at a stop.
  enum StopScheduleRelationship: Int, ProtobufEnum {
    case scheduled = 0
    case skipped = 1
    case noData = 2
    case unscheduled = 3
    case unrecognized = -1
  }

  /// An arrival or a departure. If it has both, `time` takes precedence over `delay`.
  struct StopTimeEvent: Equatable, Sendable {
    /// Seconds after the timetable; negative if the vehicle is early.
    var delay: Int?
    var time: Int?
    /// The expected error in seconds; 0 for a time that is certain.
    var uncertainty: Int?
    /// The time by the timetable of a trip that is new, replaced or duplicated.
    var scheduledTime: Int?
  }
}
