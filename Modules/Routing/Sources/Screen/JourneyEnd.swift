import DataSourceInterface

/// Where a journey starts or ends, once it is chosen.
struct JourneyEnd: Codable, Equatable {
  enum Role: String, Codable {
    case from, to
  }

  let role: Role
  let place: Place?
}
