public import DataSourceInterface
public import Documents
public import Mediator

/// A ride on one train. In JSON, `route` is the line's id and `stops` the number of intermediate
/// stops.
public struct Ride: Hashable, Sendable {
  /// The train on which the passenger sits, as it goes on as another trip.
  public struct Continuation: Hashable, Sendable {
    /// The line that the train is from then on.
    public let line: Line
    /// The feed's `trip_id`.
    public let trip: String
    /// The destination that the train shows from then on, with its translations.
    public let translatedHeadsign: TranslatedName
    /// The number of the train, such as `4711`, from then on; nil when the feed gives none.
    public let trainNumber: String?
    /// The stop where the other trip begins.
    public let from: StopReference
    /// When it leaves there.
    public let departure: ServiceTime

    /// Creates a continuation.
    public init(
      line: Line, trip: String, headsign: TranslatedName, trainNumber: String? = nil,
      from: StopReference,
      departure: ServiceTime
    ) {
      self.line = line
      self.trip = trip
      translatedHeadsign = headsign
      self.trainNumber = trainNumber
      self.from = from
      self.departure = departure
    }

    /// The destination for people, in their language.
    public var headsign: String { translatedHeadsign.shown }
  }

  /// The line, with its colour.
  public let line: Line
  /// The feed's `trip_id`; nil where the times are averages.
  public let trip: String?
  /// The service day that the trip belongs to. Around midnight it may be the day before or after
  /// the date that the times count from.
  public let serviceDate: CalendarDate
  /// The time between two trains of a line that runs by headways and not by a timetable; nil for a
  /// scheduled train. In JSON, whole seconds.
  public let headway: Duration?
  /// The destination that the train shows at `from`, with its translations; its last stop where the
  /// feed gives none.
  public let translatedHeadsign: TranslatedName
  /// The number of the train, such as `4711`; nil when the feed gives none.
  public let trainNumber: String?
  /// The platform where the train is boarded.
  public let from: StopReference
  /// The platform where the train is left.
  public let to: StopReference
  /// When the train leaves `from`.
  public let departure: ServiceTime
  /// When the train arrives at `to`.
  public let arrival: ServiceTime
  /// Whether `departure` or `arrival` is an expected time, and not that of the timetable. In JSON,
  /// `live`, which is absent for false.
  public let isLive: Bool
  /// When the train leaves `from` in the timetable; nil unless `departure` is an expected time, and
  /// for an extra train.
  public let scheduledDeparture: ServiceTime?
  /// When the train arrives at `to` in the timetable; nil unless `arrival` is an expected time, and
  /// for an extra train.
  public let scheduledArrival: ServiceTime?
  /// The stops between `from` and `to`, in order; `through` in JSON.
  public let intermediateStops: [StopReference]
  /// The trips as which the train goes on while the passenger stays on it; usually none. In JSON,
  /// the field is absent then.
  public let continuations: [Continuation]
  /// What the passenger must do to board the train; nil for nothing.
  public let boarding: StopRequest?
  /// What the passenger must do to leave the train; nil for nothing.
  public let alighting: StopRequest?

  /// Creates a ride.
  public init(
    line: Line, trip: String?, serviceDate: CalendarDate, headway: Duration? = nil,
    headsign: TranslatedName, trainNumber: String? = nil, from: StopReference, to: StopReference,
    departure: ServiceTime, arrival: ServiceTime, isLive: Bool = false,
    scheduledDeparture: ServiceTime? = nil, scheduledArrival: ServiceTime? = nil,
    intermediateStops: [StopReference], continuations: [Continuation] = [],
    boarding: StopRequest? = nil, alighting: StopRequest? = nil
  ) {
    self.line = line
    self.trip = trip
    self.serviceDate = serviceDate
    self.headway = headway
    translatedHeadsign = headsign
    self.trainNumber = trainNumber
    self.from = from
    self.to = to
    self.departure = departure
    self.arrival = arrival
    self.isLive = isLive
    self.scheduledDeparture = scheduledDeparture
    self.scheduledArrival = scheduledArrival
    self.intermediateStops = intermediateStops
    self.continuations = continuations
    self.boarding = boarding
    self.alighting = alighting
  }

  /// The destination for people, in their language.
  public var headsign: String { translatedHeadsign.shown }

  /// How late the train leaves, negative if it leaves early; nil where nothing is known.
  public var delay: Duration? { scheduledDeparture.map { departure - $0 } }
}

extension Ride: Codable {
  private enum Key: CodingKey {
    case line, route, trip, serviceDate, headway, headsign, headsignNames, trainNumber, from, to,
      departure, arrival, live, scheduledDeparture, scheduledArrival, stops, through, continuations,
      boarding, alighting
  }

  // `route` and `stops` are not read, because they follow from the other fields.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    line = try fields.decode(Line.self, forKey: .line)
    trip = try fields.decodeIfPresent(String.self, forKey: .trip)
    serviceDate = try fields.decode(CalendarDate.self, forKey: .serviceDate)
    headway = try fields.decodeIfPresent(Int.self, forKey: .headway).map { .seconds($0) }
    translatedHeadsign = try fields.decode(.headsign, translations: .headsignNames)
    trainNumber = try fields.decodeIfPresent(String.self, forKey: .trainNumber)
    from = try fields.decode(StopReference.self, forKey: .from)
    to = try fields.decode(StopReference.self, forKey: .to)
    departure = try fields.decode(ServiceTime.self, forKey: .departure)
    arrival = try fields.decode(ServiceTime.self, forKey: .arrival)
    isLive = try fields.decodeIfPresent(Bool.self, forKey: .live) ?? false
    scheduledDeparture = try fields.decodeIfPresent(ServiceTime.self, forKey: .scheduledDeparture)
    scheduledArrival = try fields.decodeIfPresent(ServiceTime.self, forKey: .scheduledArrival)
    intermediateStops = try fields.decode([StopReference].self, forKey: .through)
    continuations =
      try fields.decodeIfPresent([Continuation].self, forKey: .continuations) ?? []
    boarding = try fields.decodeIfPresent(StopRequest.self, forKey: .boarding)
    alighting = try fields.decodeIfPresent(StopRequest.self, forKey: .alighting)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(line, forKey: .line)
    try fields.encode(line.id, forKey: .route)
    try fields.encodeIfPresent(trip, forKey: .trip)
    try fields.encode(serviceDate, forKey: .serviceDate)
    try fields.encodeIfPresent(headway?.components.seconds, forKey: .headway)
    try fields.encode(translatedHeadsign, as: .headsign, translations: .headsignNames)
    try fields.encodeIfPresent(trainNumber, forKey: .trainNumber)
    try fields.encode(from, forKey: .from)
    try fields.encode(to, forKey: .to)
    try fields.encode(departure, forKey: .departure)
    try fields.encode(arrival, forKey: .arrival)
    if isLive { try fields.encode(true, forKey: .live) }
    try fields.encodeIfPresent(scheduledDeparture, forKey: .scheduledDeparture)
    try fields.encodeIfPresent(scheduledArrival, forKey: .scheduledArrival)
    try fields.encode(intermediateStops.count, forKey: .stops)
    try fields.encode(intermediateStops, forKey: .through)
    if !continuations.isEmpty { try fields.encode(continuations, forKey: .continuations) }
    try fields.encodeIfPresent(boarding, forKey: .boarding)
    try fields.encodeIfPresent(alighting, forKey: .alighting)
  }
}

extension Ride.Continuation: Codable {
  private enum Key: CodingKey {
    case line, trip, headsign, headsignNames, trainNumber, from, departure
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    line = try fields.decode(Line.self, forKey: .line)
    trip = try fields.decode(String.self, forKey: .trip)
    translatedHeadsign = try fields.decode(.headsign, translations: .headsignNames)
    trainNumber = try fields.decodeIfPresent(String.self, forKey: .trainNumber)
    from = try fields.decode(StopReference.self, forKey: .from)
    departure = try fields.decode(ServiceTime.self, forKey: .departure)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(line, forKey: .line)
    try fields.encode(trip, forKey: .trip)
    try fields.encode(translatedHeadsign, as: .headsign, translations: .headsignNames)
    try fields.encodeIfPresent(trainNumber, forKey: .trainNumber)
    try fields.encode(from, forKey: .from)
    try fields.encode(departure, forKey: .departure)
  }
}

extension Ride.Continuation: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions { ["headsignNames": .names] }
}

extension Ride: SchemaProviding {
  /// The fields that are read; of those that are written, `route` and `stops` are not read.
  public static func schema(for use: Schema.Use) throws(SchemaError) -> Schema {
    let schema = try Schema(decoding: Ride.self, for: use)
    return switch use {
    case .input: schema
    case .output: schema.with(Schema.Field("route", .text(nil)), Schema.Field("stops", .integer))
    }
  }
}

extension Ride: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "headway": "in seconds from one train to the next, where only this is known",
      "stops": "the number of stops between the first and the last",
      "headsignNames": .names,
      "continuations": "the trips as which the train goes on; absent for none",
      "trainNumber": "absent when the feed gives none",
      "live": "whether a time is an expected one; absent where both are those of the timetable",
      "scheduledDeparture": "the time in the timetable, where an expected one is known",
      "scheduledArrival": "the time in the timetable, where an expected one is known",
      "boarding": "what the passenger must do to board the train; absent for nothing",
      "alighting": "what the passenger must do to leave the train; absent for nothing",
    ]
  }
}
