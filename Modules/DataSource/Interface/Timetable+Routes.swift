import Foundation

extension Timetable {
  /// The lines.
  public struct Routes: Sendable {
    /// The feed's `route_id`.
    public let id: TextColumn
    /// The short name, or the long one where there is none.
    public let name: TextColumn
    /// The colour as three bytes, red highest; −1 where the feed gives none.
    public let color: Column<Int32>

    /// Composes the lines; all columns are of one length.
    public init(id: TextColumn, name: TextColumn, color: Column<Int32>) {
      self.id = id
      self.name = name
      self.color = color
    }

    /// How many there are.
    public var count: Int { color.count }
  }

  /// A line as the other modules speak of it.
  public func line(ofRoute route: Int) -> Line {
    let color = routes.color[route]
    return Line(
      id: routes.id[route], name: routes.name[route],
      color: color < 0 ? nil : LineColor(rgb: UInt32(color)))
  }
}

extension Timetable.Routes {
  /// For each line its place in the order of names, numbers in them as numbers.
  public var placesByName: [Int] {
    let (names, ids) = (Array(name), Array(id))
    let order = names.indices.sorted { first, second in
      let order = names[first].compare(names[second], options: [.numeric, .caseInsensitive])
      return order == .orderedSame ? ids[first] < ids[second] : order == .orderedAscending
    }
    var places = [Int](repeating: 0, count: order.count)
    for (place, route) in order.enumerated() { places[route] = place }
    return places
  }
}
