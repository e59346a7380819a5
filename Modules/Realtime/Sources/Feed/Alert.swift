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
    var text: String?
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
