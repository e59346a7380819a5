import Documents
import Testing

@testable import Console

@Suite struct ViewportTests {
  private let square: [SIMD2<Double>] = [[0, 0], [100, 100]]

  @Test(
    arguments: [
      // 40 × 12 cells are 80 × 48 dots; 39 of them are left between the margins of one row each.
      (40, 12, 1.0, [0.39, 0.39]), (40, 12, 1.5, [0.585, 0.39]), (40, 12, 9, [0.71, 0.39]),
      (10, 12, 1, [0.11, 0.11]), (0, 0, 1, [0.01, 0.01]),
    ] as [(Int, Int, Double, SIMD2<Double>)])
  func `all points fit, and one direction is stretched at most as far as allowed`(
    columns: Int, rows: Int, stretch: Double, scale: SIMD2<Double>
  ) {
    let viewport = Viewport(
      fitting: square, columns: columns, rows: rows, maximumStretch: stretch)
    #expect(abs(viewport.scale.x - scale.x) < 1e-9 && abs(viewport.scale.y - scale.y) < 1e-9)
    let middle = viewport.position(of: [50, 50])
    #expect(middle == [Double(columns), Double(2 * rows)])
  }

  @Test(
    arguments: [
      [], [[5, 5]], [[.nan, 1], [.infinity, 2]], [[1, 1], [1, 9]], [[-1e308, 0], [1e308, 0]],
    ]
      as [[SIMD2<Double>]])
  func `every point has a finite scale, also a single one`(points: [SIMD2<Double>]) {
    let viewport = Viewport(fitting: points, columns: 40, rows: 12)
    #expect(viewport.scale.x.isFinite && viewport.scale.x > 0 && viewport.scale.y > 0)
    #expect(viewport.center.x.isFinite && viewport.center.y.isFinite)
  }

  @Test func `the view is moved by cells, but not beyond the points`() {
    var viewport = Viewport(fitting: square, columns: 40, rows: 12)
    let before = viewport.position(of: [50, 50])
    viewport.pan(by: [6, -8])
    #expect(distance(viewport.position(of: [50, 50]), before - [6, -8]) < 1e-9)
    viewport.pan(by: [1e9, 1e9])
    #expect(viewport.center == [100, 100])
    viewport.pan(by: [.nan, 0])
    #expect(viewport.center == [100, 100])
  }

  @Test func `a fixed point keeps its position when the view is magnified`() {
    var viewport = Viewport(fitting: square, columns: 40, rows: 12)
    let before = viewport.position(of: [20, 30])
    viewport.zoom(by: 2, around: [20, 30])
    #expect(distance(viewport.position(of: [20, 30]), before) < 1e-9)
    #expect(viewport.zoom == 2)
    #expect(distance(viewport.point(at: before), [20, 30]) < 1e-9)
    viewport.fit()
    #expect(viewport == Viewport(fitting: square, columns: 40, rows: 12))
  }

  @Test func `a view of other points shows the same part of the plane`() {
    var viewport = Viewport(fitting: square, columns: 40, rows: 12)
    #expect(viewport.isFitting)
    viewport.zoom(by: 3, around: [20, 30])
    viewport.pan(by: [4, 4])
    #expect(!viewport.isFitting)
    let other = Viewport(fitting: square + [[300, 80]], columns: 80, rows: 20)
      .showing(partOf: viewport)
    for point in [[0, 0], [20, 30], [77, 41]] as [SIMD2<Double>] {
      #expect(distance(other.position(of: point), viewport.position(of: point)) < 1e-9)
    }
    #expect(other.columns == 40 && other.rows == 12)
  }

  @Test(arguments: [(1e9, 64.0), (1e-9, 0.5), (0, 1), (-1, 1), (.nan, 1)] as [(Double, Double)])
  func `the magnification is limited`(factor: Double, zoom: Double) {
    var viewport = Viewport(fitting: square, columns: 40, rows: 12)
    viewport.zoom(by: factor)
    #expect(viewport.zoom == zoom)
  }

  @Test func `the view moves only as far as necessary to show a point`() {
    var viewport = Viewport(fitting: square, columns: 40, rows: 12)
    let fitted = viewport
    viewport.show([0, 0])
    #expect(viewport == fitted)
    viewport.zoom(by: 8)
    viewport.show([50, 0])
    #expect(distance(viewport.position(of: [50, 0]), [40, 4]) < 1e-9)
  }

  @Test func `a view of another size has the same centre and magnification`() {
    var viewport = Viewport(fitting: square, columns: 40, rows: 12, maximumStretch: 2)
    viewport.zoom(by: 4)
    viewport.show([10, 90])
    let resized = viewport.resized(to: [160, 96])
    #expect(resized.center == viewport.center && resized.zoom == viewport.zoom)
    #expect(resized.resized(to: [80, 48]) == viewport)
    var fitted = resized
    fitted.fit()
    #expect(fitted == Viewport(fitting: square, columns: 80, rows: 24, maximumStretch: 2))
  }

  @Test func `the rows that all points need are known`() {
    let wide: [SIMD2<Double>] = [[0, 0], [100, 20]]
    // 76 columns have 151 dots for the 100 units, so that 20 of them need 31 dots or 8 rows.
    #expect(Viewport(fitting: wide, columns: 80, rows: 24).fittingRows == 10)
    #expect(Viewport(fitting: wide, columns: 80, rows: 9).fittingRows == 9)
  }

  private func distance(_ one: SIMD2<Double>, _ other: SIMD2<Double>) -> Double {
    let vector = one - other
    return (vector.x * vector.x + vector.y * vector.y).squareRoot()
  }
}
