/// The shape of a type, and a value that has it.
struct Sample<Value: Decodable> {
  let shape: Shape
  /// nil when the type refuses what was tried.
  let value: Value?

  /// - Parameters:
  ///   - enclosing: The types that are being described, from the outside in.
  ///   - place: Where the value stands, as in `stops[].city`.
  init(
    _ type: Value.Type, within enclosing: [any Any.Type] = [], at place: String? = nil
  ) throws(ShapeError) {
    if let leaf = Leaf(type) {
      self.init(shape: leaf.shape, value: leaf.value as? Value)
    } else if let container = type as? any Containing.Type {
      self.init(
        shape: try container.shape(within: enclosing, at: place), value: container.empty as? Value)
    } else if enclosing.contains(where: { $0 == type }) {
      self.init(
        shape: .recursive(name: "\(type)"),
        value: (type as? any Exemplified.Type)?.example as? Value)
    } else {
      try self.init(probing: type, within: enclosing, at: place)
    }
  }

  private init(shape: Shape, value: Value?) {
    self.shape = shape
    self.value = value
  }

  private init(
    probing type: Value.Type, within enclosing: [any Any.Type], at place: String?
  ) throws(ShapeError) {
    let example = (type as? any Exemplified.Type)?.example as? Value
    let probe = Probe("\(type)", within: enclosing + [type], at: place)
    do {
      let value = try Value(from: probe)
      self.init(shape: probe.shape ?? .object(name: "\(type)", []), value: value)
    } catch {
      if let failure = probe.failure { throw failure }
      // A refused object may have fields that it did not come to ask for.
      guard let shape = probe.shape, example != nil || !probe.isObject else {
        throw ShapeError.indescribable(
          type: "\(type)", field: place, reason: "it refuses the value that was tried")
      }
      self.init(shape: shape, value: example)
    }
  }
}
