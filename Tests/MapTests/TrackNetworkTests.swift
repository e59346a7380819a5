import DataSourceFixture
import DataSourceInterface
import Testing

@testable import Map

@Suite struct TrackNetworkTests {
  private let row = [
    station("A", 41, -8), station("B", 41, -8.01), station("C", 41, -8.02),
    station("D", 41, -8.03),
  ]

  private func neighbours(_ network: TrackNetwork) -> [String] {
    network.tracks.map { network.nodes[$0.first].name + network.nodes[$0.second].name }.sorted()
  }

  @Test func `neighbours have one track for both directions`() {
    let network = TrackNetwork([line("1", 1, ["A", "B", "C"], ["C", "B", "A"])], row)
    #expect(neighbours(network) == ["AB", "BC"])
    #expect(network.tracks.map(\.groups) == [[0], [0]])
  }

  @Test func `an express uses the tracks of slower trains with the same colour`() {
    let lines = [line("1", 1, ["A", "B", "C", "D"]), line("1X", 1, ["A", "D"])]
    #expect(neighbours(TrackNetwork(lines, row)) == ["AB", "BC", "CD"])
    let other = [lines[0], line("X", 2, ["A", "D"])]
    #expect(neighbours(TrackNetwork(other, row)) == ["AB", "AD", "BC", "CD"])
  }

  @Test func `a direct track is not replaced by a detour`() {
    let stations = [station("A", 41, -8), station("B", 41.02, -8.01), station("C", 41, -8.02)]
    let network = TrackNetwork([line("1", 1, ["A", "B", "C"], ["A", "C"])], stations)
    #expect(neighbours(network) == ["AB", "AC", "BC"])
  }

  @Test func `stations with the same name are one node when they are close together`() {
    let places = [("x", 41.0), ("y", 41.001), ("z", 41.1)]
    let stations = places.map { id, north in
      Station(
        id: id, name: "Hub", coordinate: Coordinate(latitude: north, longitude: -8), lines: [])
    }
    let lines = places.enumerated().map { index, place in
      LineDetails(
        line: Line(id: place.0, name: TranslatedName(place.0), color: nil), longName: nil,
        kind: .metro,
        courses: [
          .init(
            direction: 0, headsigns: [],
            stations: [
              StopReference(id: place.0, name: "Hub"),
              StopReference(id: "end\(index)", name: "End"),
            ],
            trips: 1)
        ])
    }
    let network = TrackNetwork(lines, stations)
    #expect(network.nodes.filter { $0.name == "Hub" }.count == 2)
    #expect(network.node(of: "x") == network.node(of: "y"))
    #expect(network.node(of: "x") != network.node(of: "z"))
  }

  @Test(
    arguments: [
      // Across the date line, at the pole, and next to each other.
      ([(0.0, 179.999), (0.0, -179.999)], 1), ([(89.999, 0.0), (89.999, 180.0)], 1),
      ([(41.0, -8.0), (41.0, -8.0), (41.003, -8.0)], 1), ([(41.0, -8.0), (41.004, -8.0)], 2),
      ([(41.0, -8.0), (41.003, -8.0), (41.006, -8.0)], 2), ([(91.0, 0.0), (91.0, 0.0)], 2),
    ] as [([(Double, Double)], Int)])
  func `stations with the same name are one node within 400 metres of the first`(
    places: [(Double, Double)], count: Int
  ) {
    let ids = places.indices.map { "S\($0)" }
    let stations = zip(ids, places).map { id, place in
      Station.sample(id, at: Coordinate(latitude: place.0, longitude: place.1))
    }
    let course = LineDetails.Course(
      direction: 0, headsigns: [], stations: ids.map { StopReference(id: $0, name: "Hub") },
      trips: 1)
    let line = LineDetails(
      line: Line(id: "1", name: "1", color: nil), longName: nil, kind: .metro, courses: [course])
    #expect(TrackNetwork([line], stations).nodes.count == count)
  }

  @Test func `buses are drawn when there are no other lines`() {
    let bus = line("bus", 1, ["A", "B"], kind: .bus)
    #expect(TrackNetwork([bus, line("1", 2, ["C", "D"])], row).lines.map(\.line.name) == ["1"])
    #expect(TrackNetwork([bus], row).lines.map(\.line.name) == ["bus"])
  }

  @Test func `each line without a colour gets one, and lines with the same colour are one group`() {
    let network = TrackNetwork(
      [
        line("1", 7, ["A", "B"]), line("2", 7, ["B", "C"]), line("3", nil, ["A", "C"]),
        line("4", nil, ["A", "D"]),
      ], row)
    #expect(network.groups == [0, 0, 1, 2])
    #expect(Set(network.colors).count == 3)
  }

  @Test func `a path uses the tracks of its group`() throws {
    let network = TrackNetwork(
      [line("1", 1, ["A", "B", "C", "D"]), line("2", 2, ["A", "D"])], row)
    let ids = ["A", "B", "C", "D"].compactMap(network.node)
    #expect(network.path(of: 0, from: ids[0], to: ids[3]) == ids)
    #expect(network.path(of: 1, from: ids[0], to: ids[3]) == [ids[0], ids[3]])
    #expect(network.path(of: 1, from: ids[1], to: ids[2]) == [ids[1], ids[2]])
  }
}
