extension RealtimeFeed {
  /// A message to the passengers of lines, stops or trips.
  struct Alert: Equatable, Sendable {
    var entityID = ""
    /// When to show it; always if there are none.
    var activePeriods: [TimeRange] = []
    /// Whom it concerns.
    var informedEntities: [EntitySelector] = []
    var cause: AlertCause?
    var effect: AlertEffect?
    var url: TranslatedText?
    var headerText: TranslatedText?
    var descriptionText: TranslatedText?
    var severityLevel: AlertSeverity?
  }

  /// A time from `start` to before `end`; nil for no limit.
  struct TimeRange: Equatable, Sendable {
    var start: Int?
    var end: Int?
  }

  /// The part of a network to which all given fields apply.
  struct EntitySelector: Equatable, Sendable {
    var agencyID: String?
    var routeID: String?
    /// A type of lines, as in `routes.txt`.
    var routeType: Int?
    var directionID: Int?
    var trip: TripDescriptor?
    var stopID: String?
  }

  /// A text or an address in several languages.
  struct TranslatedText: Equatable, Sendable {
    var translations: [Translation] = []
  }

  /// A text in one language.
  struct Translation: Equatable, Sendable {
    /// Empty if it is missing.
    var text = ""
    /// The BCP 47 code; nil for the language of everybody whose language is not given.
    var language: String?
  }

  enum AlertCause: Int, ProtobufEnum {
    case unknownCause = 1
    case otherCause = 2
    case technicalProblem = 3
    case strike = 4
    case demonstration = 5
    case accident = 6
    case holiday = 7
    case weather = 8
    case maintenance = 9
    case construction = 10
    case policeActivity = 11
    case medicalEmergency = 12
    case specialEvent = 13
    case unrecognized = -1
  }

  enum AlertEffect: Int, ProtobufEnum {
    case noService = 1
    case reducedService = 2
    case significantDelays = 3
    case detour = 4
    case additionalService = 5
    case modifiedService = 6
    case otherEffect = 7
    case unknownEffect = 8
    case stopMoved = 9
    case noEffect = 10
    case accessibilityIssue = 11
    case unrecognized = -1
  }

  enum AlertSeverity: Int, ProtobufEnum {
    case unknownSeverity = 1
    case info = 2
    case warning = 3
    case severe = 4
    case unrecognized = -1
  }
}

// MARK: - Field numbers

extension RealtimeFeed.Alert: ProtobufMessage {
  mutating func readField(
    _ number: Int, from reader: inout ProtobufReader
  ) throws(RealtimeFeedError) {
    switch number {
    case 1: try reader.append(to: &activePeriods, "active_period")
    case 5: try reader.append(to: &informedEntities, "informed_entity")
    case 6: cause = try reader.value("cause")
    case 7: effect = try reader.value("effect")
    case 8: try reader.merge(into: &url, "url")
    case 10: try reader.merge(into: &headerText, "header_text")
    case 11: try reader.merge(into: &descriptionText, "description_text")
    case 14: severityLevel = try reader.value("severity_level")
    default: try reader.skip()
    }
  }
}

extension RealtimeFeed.TimeRange: ProtobufMessage {
  mutating func readField(
    _ number: Int, from reader: inout ProtobufReader
  ) throws(RealtimeFeedError) {
    switch number {
    case 1: start = try reader.timestamp("start")
    case 2: end = try reader.timestamp("end")
    default: try reader.skip()
    }
  }
}

extension RealtimeFeed.EntitySelector: ProtobufMessage {
  mutating func readField(
    _ number: Int, from reader: inout ProtobufReader
  ) throws(RealtimeFeedError) {
    switch number {
    case 1: agencyID = try reader.text("agency_id")
    case 2: routeID = try reader.text("route_id")
    case 3: routeType = try reader.int32("route_type")
    case 4: try reader.merge(into: &trip, "trip")
    case 5: stopID = try reader.text("stop_id")
    case 6: directionID = try reader.uint32("direction_id")
    default: try reader.skip()
    }
  }
}

extension RealtimeFeed.TranslatedText: ProtobufMessage {
  mutating func readField(
    _ number: Int, from reader: inout ProtobufReader
  ) throws(RealtimeFeedError) {
    switch number {
    case 1: try reader.append(to: &translations, "translation")
    default: try reader.skip()
    }
  }
}

extension RealtimeFeed.Translation: ProtobufMessage {
  mutating func readField(
    _ number: Int, from reader: inout ProtobufReader
  ) throws(RealtimeFeedError) {
    switch number {
    case 1: text = try reader.text("text")
    case 2: language = try reader.text("language")
    default: try reader.skip()
    }
  }
}
