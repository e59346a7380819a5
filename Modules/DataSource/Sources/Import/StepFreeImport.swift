import DataSourceInterface

/// The `wheelchair_boarding` of stops and entrances.
struct WheelchairBoarding {
  /// By stop, its own value.
  let own: [Timetable.Accessibility]
  /// By stop, the value of its nearest parent that has one.
  let inherited: [Timetable.Accessibility]
  /// By entrance, its own value, or else that of a parent.
  let entrances: [Timetable.Accessibility]
}

extension WheelchairBoarding {
  /// Returns the bits of `Timetable.StepFreeAccess.stops`; none if everything is unknown.
  /// - Parameter graph: The pathways, which say more than a value that a platform inherits.
  func access(_ graph: StationGraph, _ nodes: PathwayNodes) -> [UInt8] {
    let (entry, exit) = (pathways(graph, nodes), pathways(graph.reversed, nodes))
    let bits = own.indices.map { stop in
      access(to: stop, pathways: entry[stop]).rawValue
        | access(to: stop, pathways: exit[stop]).rawValue << 2
    }
    return bits.allSatisfy { $0 == 0 } ? [] : bits
  }

  private func access(
    to stop: Int, pathways: Timetable.Accessibility
  ) -> Timetable.Accessibility {
    switch (own[stop], pathways) {
    case (.impossible, _): .impossible
    case (.possible, .impossible): .unknown
    case (.possible, _): .possible
    case (.unknown, .unknown): inherited[stop]
    case (.unknown, .impossible): .impossible
    case (.unknown, .possible): inherited[stop] == .impossible ? .unknown : .possible
    }
  }

  /// What the pathways from the entrances say about each stop.
  private func pathways(
    _ graph: StationGraph, _ nodes: PathwayNodes
  ) -> [Timetable.Accessibility] {
    var access = own.map { _ in Timetable.Accessibility.unknown }
    guard !graph.isEmpty else { return access }
    let usable = nodes.entrances.filter { entrances[Int(nodes.entrance[$0])] != .impossible }
    for stop in graph.stops(reachedFrom: nodes.entrances) { access[stop] = .impossible }
    for stop in graph.withoutKnownSteps.stops(reachedFrom: usable) { access[stop] = .unknown }
    for stop in graph.withoutSteps.stops(reachedFrom: usable) { access[stop] = .possible }
    return access
  }
}

extension Timetable.StepFreeAccess {
  /// - Parameters:
  ///   - pathways: The access to stops, and the ways between them.
  ///   - trains: By label, the `wheelchair_accessible` of each trip.
  init(_ pathways: PathwayImport, trains: [Timetable.Accessibility]) {
    self.init(
      stops: Column(pathways.access),
      trips: Column(trains.contains { $0 != .unknown } ? trains.map(\.rawValue) : []),
      detours: pathways.detours)
  }
}

extension Timetable.Accessibility {
  /// Reads a `wheelchair_boarding` or `wheelchair_accessible`.
  init(_ field: CSVField) {
    self = field.integer.flatMap { UInt8(exactly: $0) }.flatMap(Self.init(rawValue:)) ?? .unknown
  }
}
