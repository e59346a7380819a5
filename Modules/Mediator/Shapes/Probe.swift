/// A decoder without data: answers with values that fit, and notes what it was asked for.
final class Probe: Decoder {
  private let name: String
  private let place: Place
  private var value: (() -> Shape?)?
  private var fields: [(name: String, shape: () -> Shape?, isOptional: Bool)]?
  private var maybeAbsent: Set<String> = []
  /// Why the first part that cannot be described cannot be.
  private(set) var failure: ShapeError?

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ name: String, at place: Place) {
    self.name = name
    self.place = place
  }

  /// What was asked for so far; nil when nothing was.
  var shape: Shape? {
    guard let fields else { return value?() }
    return .object(
      name: name,
      fields.compactMap { field in
        field.shape().map {
          Shape.Field(name: field.name, shape: $0, isOptional: field.isOptional)
        }
      })
  }

  /// Whether it was asked for fields, of which there may be more.
  var isObject: Bool { fields != nil }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    fields = fields ?? []
    return KeyedDecodingContainer(ProbeFields(probe: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { ProbeList(probe: self) }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// A probe for a field whose own fields are asked for without a type of their own.
  func nested(_ name: String) -> Probe {
    let nested = Probe(name, at: place.field(name))
    note(name) { nested.shape }
    return nested
  }

  /// A probe for the elements of a list that are asked for without a type of their own.
  func nestedElement() -> Probe {
    let nested = Probe(name, at: place.element)
    note { nested.shape.map(Shape.list) }
    return nested
  }

  /// Notes that somebody asked whether a field is there: it may be absent.
  func noteAbsence(of name: String) { maybeAbsent.insert(name) }

  /// A value for a field that has to be there.
  func value<Value: Decodable>(_ type: Value.Type, of name: String) throws -> Value {
    let place = place.field(name)
    let sample = try sample(type, at: place)
    note(name) { sample.shape }
    return try value(of: sample, at: place)
  }

  func noteOptional<Value: Decodable>(_ type: Value.Type, of name: String) throws {
    let sample = try sample(type, at: place.field(name))
    note(name, isOptional: true) { sample.shape }
  }

  /// A value for an element of a list.
  func element<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let sample = try sample(type, at: place.element)
    note { .list(sample.shape) }
    return try value(of: sample, at: place.element)
  }

  private func note(_ name: String, isOptional: Bool = false, _ shape: @escaping () -> Shape?) {
    guard fields?.contains(where: { $0.name == name }) == false else { return }
    fields?.append((name, shape, isOptional || maybeAbsent.contains(name)))
  }

  private func note(_ shape: @escaping () -> Shape?) { value = value ?? shape }

  private func sample<Value: Decodable>(
    _ type: Value.Type, at place: Place
  ) throws(ShapeError) -> Sample<Value> {
    do {
      return try Sample(type, at: place)
    } catch {
      failure = failure ?? error
      throw error
    }
  }

  /// The value of a sample, for a type that cannot do without.
  private func value<Value>(of sample: Sample<Value>, at place: Place) throws(ShapeError) -> Value {
    guard let value = sample.value else {
      let error = place.indescribable(Value.self)
      failure = failure ?? error
      throw error
    }
    return value
  }
}

extension Probe: SingleValueDecodingContainer {
  func decodeNil() -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let sample = try sample(type, at: place)
    note { sample.shape }
    return try value(of: sample, at: place)
  }
}
