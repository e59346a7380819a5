/// What a file in the format GTFS Realtime says, version 1.0 or 2.0.
///
/// A property is nil where the file says nothing; the defaults of the format are not filled in. Ids are
/// those of the feed with the timetables. Times are in seconds since 1970, and clamped to the years
/// before 10000, so that sums and differences do not overflow.
///
/// Source: https://gtfs.org/documentation/realtime/reference/
struct RealtimeFeed: Equatable, Sendable {
  var header = Header()
  /// The updates of trips, in the order of the file.
  var tripUpdates: [TripUpdate] = []
  /// The vehicles, in the order of the file.
  var vehicles: [VehiclePosition] = []
  /// The alerts, in the order of the file.
  var alerts: [Alert] = []
  /// The numbers of entities that are in none of the lists.
  var rejectedEntities: [EntityRejection: Int] = [:]

  /// When the file was made, and what it contains.
  struct Header: Equatable, Sendable {
    /// The version of the format, such as `2.0`.
    var version: String?
    /// Only full data sets are decoded.
    var incrementality: Incrementality?
    var timestamp: Int?
  }

  enum Incrementality: Int, ProtobufEnum {
    case fullDataSet = 0
    case differential = 1
    case unrecognized = -1
  }
}

/// Why an entity is left out, while the rest of its file can be used.
enum EntityRejection: String, CaseIterable, Sendable {
  case missingID = "no id"
  /// The update of a trip does not say of which one.
  case missingTrip = "no trip"
  /// The latitude or the longitude of a vehicle is missing or out of range.
  case invalidPosition = "no position on the Earth"
  /// The contents are of no known kind, such as the shape of a line.
  case missingContents = "no trip update, vehicle or alert"
  /// The entity is marked as deleted; in a full data set, this is the same as leaving it out.
  case deleted = "deleted"
}

// MARK: - What several messages have

extension RealtimeFeed {
  /// Names a trip of one day, or all trips of a line.
  struct TripDescriptor: Equatable, Sendable {
    var tripID: String?
    var routeID: String?
    var directionID: Int?
    /// When the trip begins by the timetable, such as `25:15:35`.
    var startTime: String?
    /// The day of service, such as `20231107`.
    var startDate: String?
    var scheduleRelationship: TripScheduleRelationship?
  }

  /// How a trip differs from the timetable.
  enum TripScheduleRelationship: Int, ProtobufEnum {
    case scheduled = 0
    /// An additional trip, which the newer versions of the format call new.
    case added = 1
    /// A trip of a line with headways.
    case unscheduled = 2
    case canceled = 3
    case replacement = 5
    /// A copy of a trip at another time; its `TripProperties` have the new id and the new start.
    case duplicated = 6
    /// A canceled trip that passengers need not be told about.
    case deleted = 7
    case new = 8
    case unrecognized = -1
  }

  /// A vehicle.
  struct VehicleDescriptor: Equatable, Sendable {
    var id: String?
    /// The name for passengers.
    var label: String?
    var licensePlate: String?
  }
}

// MARK: - Field numbers

extension RealtimeFeed.Header: ProtobufMessage {
  mutating func readField(
    _ number: Int, from reader: inout ProtobufReader
  ) throws(RealtimeFeedError) {
    switch number {
    case 1: version = try reader.text("gtfs_realtime_version")
    case 2: incrementality = try reader.value("incrementality")
    case 3: timestamp = try reader.timestamp("timestamp")
    default: try reader.skip()
    }
  }
}

extension RealtimeFeed.TripDescriptor: ProtobufMessage {
  mutating func readField(
    _ number: Int, from reader: inout ProtobufReader
  ) throws(RealtimeFeedError) {
    switch number {
    case 1: tripID = try reader.text("trip_id")
    case 2: startTime = try reader.text("start_time")
    case 3: startDate = try reader.text("start_date")
    case 4: scheduleRelationship = try reader.value("schedule_relationship")
    case 5: routeID = try reader.text("route_id")
    case 6: directionID = try reader.uint32("direction_id")
    default: try reader.skip()
    }
  }
}

extension RealtimeFeed.VehicleDescriptor: ProtobufMessage {
  mutating func readField(
    _ number: Int, from reader: inout ProtobufReader
  ) throws(RealtimeFeedError) {
    switch number {
    case 1: id = try reader.text("id")
    case 2: label = try reader.text("label")
    case 3: licensePlate = try reader.text("license_plate")
    default: try reader.skip()
    }
  }
}
