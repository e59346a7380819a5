public import Mediator

/// What a passenger must do so that a train stops to be boarded or left.
///
/// Source: GTFS Schedule Reference, `pickup_type` and `drop_off_type`.
public struct StopRequest: Codable, Hashable, Sendable {
  /// Whom the passenger asks.
  public enum Recipient: String, Codable, CaseIterable, Sendable {
    /// The agency, by telephone.
    case agency
    /// The driver.
    case driver
  }

  /// Whom the passenger asks.
  public let recipient: Recipient
  /// The name of the agency; nil for the driver, and when the feed has only one agency.
  public let agency: String?
  /// The phone number of the agency; nil when the feed does not give it.
  public let phone: String?

  /// Creates a request.
  public init(_ recipient: Recipient, agency: String? = nil, phone: String? = nil) {
    self.recipient = recipient
    self.agency = agency
    self.phone = phone
  }

  /// The request in words, such as `phone the agency at 555 0100`, `phone Metro` or `ask the
  /// driver`.
  public var inWords: LocalizedText {
    switch (recipient, agency, phone) {
    case (.agency, let agency?, let phone?): "phone \(agency) at \(phone)"
    case (.agency, let agency?, nil): "phone \(agency)"
    case (.agency, nil, let phone?): "phone the agency at \(phone)"
    case (.agency, nil, nil): "phone the agency"
    case (.driver, _, _): "ask the driver"
    }
  }

  /// The request at a stop where passengers board, such as `to board, ask the driver`.
  public var inWordsToBoard: LocalizedText { "to board, \(inWords)" }
}

extension StopRequest? {
  /// A destination and what passengers must do to board its trains, such as `Elm, to board, ask the
  /// driver`.
  public func after(_ destination: String) -> LocalizedText {
    map { "\(destination), \($0.inWordsToBoard)" } ?? "\(destination)"
  }
}

extension StopRequest: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "agency": "the name of the agency to phone; absent when the feed has only one",
      "phone": "the phone number of the agency; absent when the feed does not give it",
    ]
  }
}

extension Timetable {
  /// Returns what a passenger must do to board a train at a call of a pattern; nil for nothing.
  public func boardingRequest(at call: Int, of pattern: Int) -> StopRequest? {
    request(at: call, of: pattern, phone: .phoneToBoard, ask: .askToBoard)
  }

  /// Returns what a passenger must do to leave a train at a call of a pattern; nil for nothing.
  public func alightingRequest(at call: Int, of pattern: Int) -> StopRequest? {
    request(at: call, of: pattern, phone: .phoneToAlight, ask: .askToAlight)
  }

  private func request(
    at call: Int, of pattern: Int, phone: CallRules, ask: CallRules
  ) -> StopRequest? {
    let rules = patterns.allows[call]
    guard rules.contains(phone) else { return rules.contains(ask) ? StopRequest(.driver) : nil }
    func text(_ column: TextColumn) -> String? {
      let text = column.isEmpty ? "" : column[Int(patterns.route[pattern])]
      return text.isEmpty ? nil : text
    }
    return StopRequest(.agency, agency: text(routes.agency), phone: text(routes.phone))
  }
}
