package import Documents

/// A view whose positions are the dots of a `DotCanvas`.
extension Viewport {
  /// The size in dots of a canvas.
  package static func dots(columns: Int, rows: Int) -> SIMD2<Double> {
    SIMD2(Double(columns), Double(rows)) * DotCanvas.dotsPerCell
  }

  /// The position in the middle of a cell, in dots.
  package static func dots(atColumn column: Int, row: Int) -> SIMD2<Double> {
    (SIMD2(Double(column), Double(row)) + 0.5) * DotCanvas.dotsPerCell
  }

  /// Creates the view of all points on a canvas.
  init(fitting points: [SIMD2<Double>], columns: Int, rows: Int, maximumStretch: Double = 1) {
    self.init(
      fitting: points, size: Self.dots(columns: columns, rows: rows),
      maximumStretch: maximumStretch)
  }

  /// The width in columns.
  var columns: Int { Int(size.x / DotCanvas.dotsPerCell.x) }

  /// The height in rows.
  package var rows: Int { Int(size.y / DotCanvas.dotsPerCell.y) }

  /// The rows of a canvas that shows all points at this width without more space above and below
  /// them than its margin.
  var fittingRows: Int {
    let rows = (fittingHeight / DotCanvas.dotsPerCell.y).rounded(.up)
    return rows < Double(self.rows) ? Int(rows) : self.rows
  }
}
