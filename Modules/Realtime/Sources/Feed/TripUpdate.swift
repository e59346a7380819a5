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
    var properties: StopTimeProperties?
  }

  /// What is different at a stop besides times.
  struct StopTimeProperties: Equatable, Sendable {
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

// MARK: - Field numbers

extension RealtimeFeed.TripUpdate: ProtobufMessage {
  mutating func readField(
    _ number: Int, from reader: inout ProtobufReader
  ) throws(RealtimeFeedError) {
    switch number {
    case 1: try reader.merge(into: &trip, "trip")
    case 2: try reader.append(to: &stopTimeUpdates, "stop_time_update")
    case 3: try reader.merge(into: &vehicle, "vehicle")
    case 4: timestamp = try reader.timestamp("timestamp")
    case 5: delay = try reader.int32("delay")
    case 6: try reader.merge(into: &properties, "trip_properties")
    default: try reader.skip()
    }
  }
}

extension RealtimeFeed.TripProperties: ProtobufMessage {
  mutating func readField(
    _ number: Int, from reader: inout ProtobufReader
  ) throws(RealtimeFeedError) {
    switch number {
    case 1: tripID = try reader.text("trip_id")
    case 2: startDate = try reader.text("start_date")
    case 3: startTime = try reader.text("start_time")
    case 5: tripHeadsign = try reader.text("trip_headsign")
    default: try reader.skip()
    }
  }
}

extension RealtimeFeed.StopTimeUpdate: ProtobufMessage {
  mutating func readField(
    _ number: Int, from reader: inout ProtobufReader
  ) throws(RealtimeFeedError) {
    switch number {
    case 1: stopSequence = try reader.uint32("stop_sequence")
    case 2: try reader.merge(into: &arrival, "arrival")
    case 3: try reader.merge(into: &departure, "departure")
    case 4: stopID = try reader.text("stop_id")
    case 5: scheduleRelationship = try reader.value("schedule_relationship")
    case 6: try reader.merge(into: &properties, "stop_time_properties")
    default: try reader.skip()
    }
  }
}

extension RealtimeFeed.StopTimeProperties: ProtobufMessage {
  mutating func readField(
    _ number: Int, from reader: inout ProtobufReader
  ) throws(RealtimeFeedError) {
    switch number {
    case 1: assignedStopID = try reader.text("assigned_stop_id")
    default: try reader.skip()
    }
  }
}

extension RealtimeFeed.StopTimeEvent: ProtobufMessage {
  mutating func readField(
    _ number: Int, from reader: inout ProtobufReader
  ) throws(RealtimeFeedError) {
    switch number {
    case 1: delay = try reader.int32("delay")
    case 2: time = try reader.signedTime("time")
    case 3: uncertainty = try reader.int32("uncertainty")
    case 4: scheduledTime = try reader.signedTime("scheduled_time")
    default: try reader.skip()
    }
  }
}
