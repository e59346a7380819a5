import DataSourceFixture
import DataSourceInterface
import Testing

@testable import Map

@Suite struct NodeLayoutTests {
  private let names = ["A", "B", "C", "D", "E"]

  private func points(_ stations: [Station]) -> [Point] {
    NodeLayout(TrackNetwork([line("1", 1, names)], stations)).points
  }

  private func haveDistance(_ points: [Point]) -> Bool {
    points.indices.allSatisfy { one in
      points[..<one].allSatisfy { ($0 - points[one]).length > 5 }
    }
  }

  @Test func `north is up, and west is left`() {
    let points = points([
      station("A", 41.2, -8.6), station("B", 41.1, -8.5), station("C", 41.0, -8.4),
      station("D", 40.9, -8.3), station("E", 40.8, -8.2),
    ])
    for (one, next) in zip(points, points.dropFirst()) {
      #expect(one.x < next.x && one.y < next.y)
    }
  }

  @Test(
    arguments: [
      [nil, nil, nil, nil, nil], [(41.0, -8.0), nil, nil, nil, nil],
      Array(repeating: (41.0, -8.0), count: 5), Array(repeating: (Double.nan, 1.0), count: 5),
      Array(repeating: (1e300, Double.infinity), count: 5),
    ] as [[(Double, Double)?]])
  func `stations with unknown or equal positions are drawn apart`(places: [(Double, Double)?]) {
    let stations = zip(names, places).map { station($0, $1?.0, $1?.1) }
    let points = points(stations)
    #expect(points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
    #expect(haveDistance(points))
  }

  @Test
  func `a station without coordinates is placed between its neighbours or after the last one`() {
    let points = points([
      station("A", 41, -8.4), station("B"), station("C", 41, -8.2), station("D", 41, -8.1),
      station("E"),
    ])
    #expect(abs(points[1].x - (points[0].x + points[2].x) / 2) < 1)
    #expect(points[4].x > points[3].x)
  }

  @Test func `a network across the date line is not split`() {
    let points = points(
      zip(names, [179.8, 179.9, -180, -179.9, -179.8]).map { station($0, -17, $1) })
    #expect(zip(points, points.dropFirst()).allSatisfy { ($1 - $0).x > 5 })
    #expect((points[4] - points[0]).x < 400)
  }

  @Test func `a single wrong coordinate does not shrink the rest of the map`() {
    let stations =
      zip(names, [0.0, 0.1, 0.2, 0.3]).map { station($0, 41, -8 + $1) } + [station("E", 0, 0)]
    let points = points(stations)
    #expect((points[3] - points[0]).length > 100)
    #expect(haveDistance(points))
  }

  @Test(arguments: [0, 1, 2])
  func `an image is not larger than 7200 points because of stations without coordinates`(
    known: Int
  ) {
    let names = (0..<2000).map { "S\($0)" }
    let stations = names.enumerated().map { index, name in
      index < known ? station(name, 41 + Double(index), -8) : station(name)
    }
    let network = TrackNetwork(
      [.sample("1", color: 1, courses: [names, [names[0], names[1999]]])], stations)
    let extent = Rectangle(around: NodeLayout(network).points, margin: 0)
    #expect(max(extent.size.x, extent.size.y) <= 7200.001)
  }
}
