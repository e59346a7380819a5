import DataSourceInterface

/// Where a journey starts or ends, once it is chosen.
struct JourneyEnd: Codable, Equatable {
  enum Role: String, Codable {
    case from, to

    /// What the scene is called in which it is chosen.
    var title: String {
      switch self {
      case .from: "From"
      case .to: "To"
      }
    }
  }

  let role: Role
  let place: Place?
}
