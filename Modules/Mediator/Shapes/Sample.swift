/// The shape of a type, and a value that has it.
struct Sample<Value: Decodable> {
  let shape: Shape
  /// nil when the type refuses what was tried.
  let value: Value?

  init(_ type: Value.Type, at place: Place = Place()) throws(ShapeError) {
    let example = (type as? any Exemplified.Type)?.example as? Value
    if let leaf = Leaf(type) {
      (shape, value) = (leaf.shape, leaf.value as? Value)
    } else if let container = type as? any Containing.Type {
      (shape, value) = (try container.shape(at: place), container.empty as? Value)
    } else if place.enclosing.contains(where: { $0 == type }) {
      (shape, value) = (.recursive(name: "\(type)"), example)
    } else {
      let probe = Probe("\(type)", at: place.within(type))
      do {
        value = try Value(from: probe)
        shape = probe.shape ?? .object(name: "\(type)", [])
      } catch {
        if let failure = probe.failure { throw failure }
        // A refused object may have fields that it did not come to ask for.
        guard let seen = probe.shape, example != nil || !probe.isObject else {
          throw place.indescribable(type)
        }
        (shape, value) = (seen, example)
      }
    }
  }
}
