import DataSourceInterface

/// What there is to say of a station besides its trains.
struct StationFacts {
  private static let mostEntrances = 12
  private let details: StationDetails

  init(_ details: StationDetails) {
    self.details = details
  }

  var sentences: [String] {
    [access, platforms, facilities, entrances].compactMap(\.self)
  }

  private var access: String? {
    details.isStepFree.map { $0 ? "Trains can be reached without steps." : "There are steps." }
  }

  private var platforms: String? {
    let names = details.platforms.compactMap(\.platform)
    return names.isEmpty ? nil : "Platforms: " + names.joined(separator: ", ")
  }

  private var facilities: String? {
    guard !details.facilities.isEmpty else { return nil }
    return "Ways: " + details.facilities.map(\.words).joined(separator: ", ")
  }

  private var entrances: String? {
    let names = details.entrances.map { entrance in
      let rest = entrance.name.trimmingPrefix(details.station.name).drop { " -,:".contains($0) }
      return rest.isEmpty ? entrance.name : String(rest)
    }
    guard !names.isEmpty else { return nil }
    let rest = names.count - Self.mostEntrances
    return "Entrances: " + names.prefix(Self.mostEntrances).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension Facility {
  fileprivate var words: String {
    switch self {
    case .stairs: "stairs"
    case .movingWalkway: "moving walkway"
    case .escalator: "escalator"
    case .lift: "lift"
    case .fareGate: "fare gates"
    }
  }
}
