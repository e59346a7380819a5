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
    let closed = stopsWithoutUsableEntrance(nodes)
    let bits = own.indices.map { stop in
      let ways = [entry[stop], exit[stop]].map { pathways in
        let access = access(to: stop, pathways: pathways)
        // Entrances without a value inherit the `impossible` of their station.
        return access == .possible && inherited[stop] != .impossible && closed.contains(stop)
          ? .unknown : access
      }
      let isReached = entry[stop] == .possible || exit[stop] == .possible
      let platform = access(to: stop, pathways: isReached ? .possible : .unknown)
      return ways[0].rawValue | ways[1].rawValue << 2 | platform.rawValue << 4
    }
    return bits.allSatisfy { $0 == 0 } ? [] : bits
  }

  /// The stops of the stations all of whose entrances passengers in wheelchairs cannot use.
  private func stopsWithoutUsableEntrance(_ nodes: PathwayNodes) -> Set<Int> {
    let stations = Dictionary(grouping: nodes.entrances) { nodes.station[$0] }
      .filter { $0.value.allSatisfy { entrances[Int(nodes.entrance[$0])] == .impossible } }
    return Set(
      nodes.stop.indices.filter { stations[nodes.station[$0]] != nil }.map { Int(nodes.stop[$0]) })
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
      detours: pathways.detours, detourAccess: Column(pathways.detourAccess))
  }
}

extension Timetable.Accessibility {
  /// Reads a `wheelchair_boarding` or `wheelchair_accessible`.
  init(_ field: CSVField) {
    self = field.integer.flatMap { UInt8(exactly: $0) }.flatMap(Self.init(rawValue:)) ?? .unknown
  }
}
