import DataSourceInterface
import Testing

@testable import Map

@Suite struct TrackNetworkTests {
  private let row = [
    station("A", 41, -8), station("B", 41, -8.01), station("C", 41, -8.02),
    station("D", 41, -8.03),
  ]

  private func links(_ network: TrackNetwork) -> [String] {
    network.tracks.map { network.nodes[$0.first].name + network.nodes[$0.second].name }.sorted()
  }

  @Test func `neighbours are linked once, however many trains run, and in both directions`() {
    let network = TrackNetwork([line("1", 1, ["A", "B", "C"], ["C", "B", "A"])], row)
    #expect(links(network) == ["AB", "BC"])
    #expect(network.tracks.map(\.ribbons) == [[0], [0]])
  }

  @Test func `an express takes the track of the slow trains of its colour`() {
    let lines = [line("1", 1, ["A", "B", "C", "D"]), line("1X", 1, ["A", "D"])]
    #expect(links(TrackNetwork(lines, row)) == ["AB", "BC", "CD"])
    let other = [lines[0], line("X", 2, ["A", "D"])]
    #expect(links(TrackNetwork(other, row)) == ["AB", "AD", "BC", "CD"])
  }

  @Test func `a detour is no reason to leave out the straight track`() {
    let stations = [station("A", 41, -8), station("B", 41.02, -8.01), station("C", 41, -8.02)]
    let network = TrackNetwork([line("1", 1, ["A", "B", "C"], ["A", "C"])], stations)
    #expect(links(network) == ["AB", "AC", "BC"])
  }

  @Test func `stations of one name are one where they lie close together`() {
    let places = [("x", 41.0), ("y", 41.001), ("z", 41.1)]
    let stations = places.map { id, north in
      Station(
        id: id, name: "Hub", coordinate: Coordinate(latitude: north, longitude: -8), lines: [])
    }
    let lines = places.enumerated().map { index, place in
      LineDetails(
        line: Line(id: place.0, name: place.0, color: nil), longName: nil, kind: .metro,
        courses: [
          .init(
            direction: 0, headsigns: [],
            stations: [Place(id: place.0, name: "Hub"), Place(id: "end\(index)", name: "End")],
            trips: 1)
        ])
    }
    let network = TrackNetwork(lines, stations)
    #expect(network.nodes.filter { $0.name == "Hub" }.count == 2)
    #expect(network.node(of: "x") == network.node(of: "y"))
    #expect(network.node(of: "x") != network.node(of: "z"))
  }

  @Test func `buses are drawn where nothing else runs`() {
    let bus = line("bus", 1, ["A", "B"], kind: .bus)
    #expect(TrackNetwork([bus, line("1", 2, ["C", "D"])], row).lines.map(\.line.name) == ["1"])
    #expect(TrackNetwork([bus], row).lines.map(\.line.name) == ["bus"])
  }

  @Test func `lines without a colour get one each, those of one colour share it`() {
    let network = TrackNetwork(
      [
        line("1", 7, ["A", "B"]), line("2", 7, ["B", "C"]), line("3", nil, ["A", "C"]),
        line("4", nil, ["A", "D"]),
      ], row)
    #expect(network.ribbons == [0, 0, 1, 2])
    #expect(Set(network.colors).count == 3)
  }

  @Test func `a way leads over the tracks of a ribbon`() throws {
    let network = TrackNetwork(
      [line("1", 1, ["A", "B", "C", "D"]), line("2", 2, ["A", "D"])], row)
    let ids = ["A", "B", "C", "D"].compactMap(network.node)
    #expect(network.way(of: 0, from: ids[0], to: ids[3]) == ids)
    #expect(network.way(of: 1, from: ids[0], to: ids[3]) == [ids[0], ids[3]])
    #expect(network.way(of: 1, from: ids[1], to: ids[2]) == [ids[1], ids[2]])
  }
}
