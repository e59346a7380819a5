/// Where a type stands that is being described.
struct Place {
  /// The types within which it stands, from the outside in.
  var enclosing: [any Any.Type] = []
  /// The way to it, as in `stops[].city`; nil for the whole.
  var path: String?

  var element: Place { Place(enclosing: enclosing, path: (path ?? "") + "[]") }

  func field(_ name: String) -> Place {
    Place(enclosing: enclosing, path: path.map { "\($0).\(name)" } ?? name)
  }

  func within(_ type: any Any.Type) -> Place { Place(enclosing: enclosing + [type], path: path) }

  func indescribable(
    _ type: any Any.Type, because reason: String = "it refuses the value that was tried"
  ) -> ShapeError {
    .indescribable(type: "\(type)", field: path, reason: reason)
  }
}
