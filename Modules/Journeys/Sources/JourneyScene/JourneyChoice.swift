import DataSourceInterface
import Documents
import Mediator

/// The origin or destination of the Journey scene.
struct JourneyEndpoint: Codable, Equatable {
  enum Role: String, Codable {
    case from, to

    /// The title of the scene in which the station is chosen.
    var title: LocalizedText {
      switch self {
      case .from: "From"
      case .to: "To"
      }
    }
  }

  let role: Role
  /// The station; nil until it is chosen.
  let place: PointOfInterest?
}

/// A row of the Journey scene that a person can choose: an end of the journey, or its options.
enum JourneyChoice: Codable, Equatable {
  case endpoint(JourneyEndpoint)
  case options(JourneyOptions, today: CalendarDate?)

  var id: String {
    switch self {
    case .endpoint(let endpoint): endpoint.role.rawValue
    case .options: "when"
    }
  }
}
