/// A decoder without data: answers with values that fit, and notes what it was asked for.
final class Probe: Decoder {
  private let name: String
  private let enclosing: [any Any.Type]
  private let place: String?
  private var value: (() -> Shape?)?
  private var fields: [(name: String, shape: () -> Shape?, isOptional: Bool)]?
  private var maybeAbsent: Set<String> = []
  /// Why the first part that cannot be described cannot be.
  private(set) var failure: ShapeError?

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// - Parameters:
  ///   - enclosing: The types that are being described, from the outside in.
  ///   - place: Where the value stands, as in `stops[].city`.
  init(_ name: String, within enclosing: [any Any.Type], at place: String?) {
    self.name = name
    self.enclosing = enclosing
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
    let nested = Probe(name, within: enclosing, at: place(of: name))
    note(name) { nested.shape }
    return nested
  }

  /// A probe for the elements of a list that are asked for without a type of their own.
  func nestedElement() -> Probe {
    let nested = Probe(name, within: enclosing, at: place(of: "[]"))
    note { nested.shape.map(Shape.list) }
    return nested
  }

  /// Notes that somebody asked whether a field is there: it may be absent.
  func noteAbsence(of name: String) { maybeAbsent.insert(name) }

  func note(_ name: String, isOptional: Bool = false, _ shape: @escaping () -> Shape?) {
    guard fields?.contains(where: { $0.name == name }) == false else { return }
    fields?.append((name, shape, isOptional || maybeAbsent.contains(name)))
  }

  func note(_ shape: @escaping () -> Shape?) { value = value ?? shape }

  func sample<Value: Decodable>(_ type: Value.Type, of name: String?) throws -> Sample<Value> {
    do {
      return try Sample(type, within: enclosing, at: name.map(place(of:)) ?? place)
    } catch {
      failure = failure ?? error
      throw error
    }
  }

  /// The value of a sample, for a type that cannot do without.
  func value<Value>(_ sample: Sample<Value>, of name: String?) throws -> Value {
    guard let value = sample.value else {
      let error = ShapeError.indescribable(
        type: "\(Value.self)", field: name.map(place(of:)) ?? place,
        reason: "it refuses the value that was tried")
      failure = failure ?? error
      throw error
    }
    return value
  }

  private func place(of name: String) -> String {
    guard let place else { return name }
    return name == "[]" ? place + name : "\(place).\(name)"
  }
}

extension Probe: SingleValueDecodingContainer {
  func decodeNil() -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let sample = try sample(type, of: nil)
    note { sample.shape }
    return try value(sample, of: nil)
  }
}
