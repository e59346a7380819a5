public import Foundation

/// A call by name or by URL, before its input is decoded.
@usableFromInline
struct DynamicCall: Sendable {
  @usableFromInline let action: ActionDescriptor
  let input: DynamicInput
  @usableFromInline let origin: Exposure
  @usableFromInline let caller: StaticString

  // The methods get the mediator, because a property would retain it for each call.

  /// Calls the action and returns its output as JSON.
  /// - Throws: `MediatorError.notExposed` when the caller may not call it.
  @inline(__always)
  func perform(on mediator: Mediator) async throws -> Data {
    try await coding.performJSON(self, mediator)
  }

  /// Calls the action and returns its output.
  /// - Throws: `MediatorError.notExposed` when the caller may not call it,
  ///   `MediatorError.badOutput` when its output has another type.
  @inline(__always)
  func perform<Output: Decodable & Sendable>(
    returning type: Output.Type, on mediator: Mediator
  ) async throws -> Output {
    let coding = try coding
    guard coding.output == type else {
      throw MediatorError.badOutput(
        path: action.path, field: nil, reason: "expected \(type), not \(action.output)")
    }
    // Safe: every coding is a `TypedActionCoding` of its `output`. A cast would take a tenth of the
    // time of a call.
    return try await unsafeDowncast(coding, to: TypedActionCoding<Output>.self)
      .perform(self, mediator)
  }

  /// Decodes the input without calling the action.
  /// - Throws: `MediatorError.notExposed`, or `MediatorError.badInput` naming the field that does
  ///   not fit.
  func checkInput() throws {
    let coding = try coding
    if let schemas = coding.schemas {
      _ = try decodedInput(schemas.input)
    } else {
      _ = try decodedInput(coding.input)
    }
  }

  private var coding: ActionCoding {
    get throws(MediatorError) {
      guard let coding = action.coding, action.exposure.contains(origin) else {
        throw .notExposed(path: action.path, to: origin)
      }
      return coding
    }
  }

  /// Calls the action with its own types. `TypedActionCoding` calls this.
  @inlinable @inline(__always)
  func perform<Input: Decodable & Sendable, Output: Sendable>(
    _: Input.Type, _: Output.Type, on mediator: Mediator
  ) async throws -> Output {
    try await perform(decodedInput(Input.self), on: mediator)
  }

  /// Calls an action whose types are only known at run time. Its coding calls this.
  /// - Throws: `MediatorError.badOutput` naming the field of the output that does not fit.
  func perform(
    _ input: Schema, _ output: Schema, on mediator: Mediator
  ) async throws -> JSONValue {
    let result: JSONValue = try await perform(decodedInput(input), on: mediator)
    do {
      return try output.validated(result)
    } catch {
      let (field, reason) = error.problem
      throw MediatorError.badOutput(path: action.path, field: field, reason: reason)
    }
  }

  /// Calls the action with its decoded input.
  @inlinable @inline(__always)
  func perform<Input: Sendable, Output: Sendable>(
    _ input: Input, on mediator: Mediator
  ) async throws -> Output {
    guard let handler: UnsafeMutablePointer<Handler<Input, Output>> = mediator.fastPath[action.id]
    else {
      return try await mediator.performOnSlowPath(action, input, from: origin, caller: caller)
    }
    do {
      return try await handler.pointee.call(input)
    } catch {
      throw wrapped(error)
    }
  }

  /// - Throws: `MediatorError.badInput` naming the field that does not fit.
  @usableFromInline
  func decodedInput<Input: Decodable>(_ type: Input.Type) throws -> Input {
    do {
      return try input.decoded(type)
    } catch let error as DecodingError {
      throw badInput(error)
    }
  }

  private func decodedInput(_ schema: Schema) throws -> JSONValue {
    do {
      switch input {
      case .json(let json): return try schema.input(fromJSON: json)
      case .parameters(let parameters): return try parameters.value(as: schema)
      }
    } catch let error as DecodingError {
      throw badInput(error)
    }
  }

  private func badInput(_ error: DecodingError) -> MediatorError {
    let (field, reason) = error.problem
    return .badInput(path: action.path, field: field, reason: reason)
  }

  @usableFromInline
  func wrapped(_ error: any Error) -> any Error {
    ActionError.wrapped(error, from: action, to: origin)
  }

  /// - Throws: `ActionError` when the output has no JSON form.
  @usableFromInline
  func json(_ output: some Encodable) throws -> Data {
    do { return try JSON.encode(output) } catch { throw wrapped(error) }
  }
}

/// The input of a dynamic call.
enum DynamicInput: Sendable {
  case json(Data)
  case parameters(Parameters)

  // A `switch` over a property of the call would copy the call.
  fileprivate func decoded<Input: Decodable>(_ type: Input.Type) throws -> Input {
    switch self {
    case .json(let json): try decoded(json, type)
    case .parameters(let parameters): try parameters.decodeAll(type)
    }
  }

  private func decoded<Input: Decodable>(_ json: Data, _ type: Input.Type) throws -> Input {
    try Schema.checkTexts(ofJSON: json, try? Schema(of: type))
    return try JSON.decode(type, from: json)
  }
}

/// The types of an action, and closures that decode its input and call it. It is never released.
@usableFromInline
class ActionCoding: @unchecked Sendable {
  // Safe to share: immutable.
  let input: any Decodable.Type
  let output: any (Decodable & Sendable).Type
  /// The schemas of an action whose types are only known at run time; nil where they are those of
  /// the types.
  let schemas: (input: Schema, output: Schema)?
  /// Calls the action and returns its output as JSON.
  let performJSON: @Sendable (DynamicCall, Mediator) async throws -> Data

  init(
    input: any Decodable.Type, output: any (Decodable & Sendable).Type,
    schemas: (input: Schema, output: Schema)?,
    performJSON: @escaping @Sendable (DynamicCall, Mediator) async throws -> Data
  ) {
    self.input = input
    self.output = output
    self.schemas = schemas
    self.performJSON = performJSON
  }
}

/// An `ActionCoding` that can also return the output in its own type.
@usableFromInline
final class TypedActionCoding<Output: Decodable & Sendable>: ActionCoding, @unchecked Sendable {
  // Safe to share: immutable.
  let perform: @Sendable (DynamicCall, Mediator) async throws -> Output

  @usableFromInline
  init(
    input: any Decodable.Type,
    perform: @escaping @Sendable (DynamicCall, Mediator) async throws -> Output,
    performJSON: @escaping @Sendable (DynamicCall, Mediator) async throws -> Data
  ) {
    self.perform = perform
    super.init(input: input, output: Output.self, schemas: nil, performJSON: performJSON)
  }

  init(
    schemas: (input: Schema, output: Schema),
    perform: @escaping @Sendable (DynamicCall, Mediator) async throws -> Output,
    performJSON: @escaping @Sendable (DynamicCall, Mediator) async throws -> Data
  ) {
    self.perform = perform
    super.init(
      input: JSONValue.self, output: Output.self, schemas: schemas, performJSON: performJSON)
  }
}
