/// The limits of a file; decoding rejects a larger one.
struct RealtimeFeedLimits: Sendable {
  var bytes = 64 << 20
  var entities = 1_000_000
  /// The number of updates of stops, periods, selectors and translations of all entities together.
  var elements = 4_000_000
}

extension RealtimeFeed {
  /// Decodes a full data set.
  /// - Throws: `RealtimeFeedError` for a file that breaks a rule of protocol buffers, has other types
  ///   than the format says, or has no header. An entity whose required fields are missing is left out
  ///   and counted.
  init(
    decoding bytes: [UInt8], limits: RealtimeFeedLimits = RealtimeFeedLimits()
  ) throws(RealtimeFeedError) {
    guard bytes.count <= limits.bytes else { throw .tooLarge(.bytes, limit: limits.bytes) }
    var message = FeedMessage()
    message.maximumEntities = limits.entities
    do throws(RealtimeFeedError) {
      var reader = ProtobufReader(bytes, maximumElements: limits.elements)
      try reader.readFields(of: &message)
      try message.validateHeader()
    } catch {
      switch error {
      case .truncated, .malformed, .wrongType, .outOfRange, .missing:
        throw OtherFormat(bytes).map { .notProtobuf($0) } ?? error
      case .notProtobuf, .unsupportedVersion, .differential, .tooLarge: throw error
      }
    }
    self = message.feed
  }
}

/// The message that a whole file is.
private struct FeedMessage: ProtobufMessage {
  var feed = RealtimeFeed()
  var header: RealtimeFeed.Header?
  var maximumEntities = Int.max
  var entityCount = 0

  mutating func readField(
    _ number: Int, from reader: inout ProtobufReader
  ) throws(RealtimeFeedError) {
    switch number {
    case 1: try reader.merge(into: &header, "header")
    case 2:
      guard entityCount < maximumEntities else {
        throw .tooLarge(.entities, limit: maximumEntities)
      }
      entityCount += 1
      var entity = FeedEntity()
      try reader.merge(into: &entity, "entity")
      add(entity)
    default: try reader.skip()
    }
  }

  private mutating func add(_ entity: FeedEntity) {
    if let rejection = entity.rejection {
      feed.rejectedEntities[rejection, default: 0] += 1
      return
    }
    let id = entity.id ?? ""
    if var update = entity.tripUpdate {
      update.entityID = id
      feed.tripUpdates.append(update)
    }
    if var vehicle = entity.vehicle {
      vehicle.entityID = id
      feed.vehicles.append(vehicle)
    }
    if var alert = entity.alert {
      alert.entityID = id
      feed.alerts.append(alert)
    }
  }

  /// Checks the header, whose fields may be anywhere in the file, and adds it to the feed.
  mutating func validateHeader() throws(RealtimeFeedError) {
    guard let header else { throw .missing(field: "header") }
    guard let version = header.version else { throw .missing(field: "gtfs_realtime_version") }
    guard ["1", "2"].contains(version.prefix(while: { $0 != "." })) else {
      throw .unsupportedVersion(version)
    }
    guard [nil, .fullDataSet].contains(header.incrementality) else { throw .differential }
    feed.header = header
  }
}

/// An entity of a file.
private struct FeedEntity: ProtobufMessage {
  var id: String?
  var isDeleted = false
  var tripUpdate: RealtimeFeed.TripUpdate?
  var vehicle: RealtimeFeed.VehiclePosition?
  var alert: RealtimeFeed.Alert?

  mutating func readField(
    _ number: Int, from reader: inout ProtobufReader
  ) throws(RealtimeFeedError) {
    switch number {
    case 1: id = try reader.text("id")
    case 2: isDeleted = try reader.bool("is_deleted")
    case 3: try reader.merge(into: &tripUpdate, "trip_update")
    case 4: try reader.merge(into: &vehicle, "vehicle")
    case 5: try reader.merge(into: &alert, "alert")
    default: try reader.skip()
    }
  }

  var rejection: EntityRejection? {
    guard id != nil else { return .missingID }
    guard !isDeleted else { return .deleted }
    guard tripUpdate != nil || vehicle != nil || alert != nil else { return .missingContents }
    guard tripUpdate?.trip != RealtimeFeed.TripDescriptor() else { return .missingTrip }
    guard vehicle?.position?.isOnEarth != false else { return .invalidPosition }
    return nil
  }
}

extension RealtimeFeed.Position {
  fileprivate var isOnEarth: Bool {
    (-90...90).contains(latitude) && (-180...180).contains(longitude)
  }
}

extension ProtobufReader {
  /// The end of the year 9999. Files have the largest number of 64 bits for a period without an end.
  private static let latestTime: Int64 = 253_402_300_799

  /// Reads the current field, an unsigned number of seconds since 1970.
  mutating func timestamp(_ field: String) throws(RealtimeFeedError) -> Int {
    Int(min(try uint64(field), UInt64(Self.latestTime)))
  }

  /// Reads the current field, a signed number of seconds since 1970.
  mutating func signedTime(_ field: String) throws(RealtimeFeedError) -> Int {
    Int(max(-Self.latestTime, min(try int64(field), Self.latestTime)))
  }
}
