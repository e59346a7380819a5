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
    try await coding.perform(self, mediator)
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

  /// Calls the action with its own types. Its coding calls this.
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

  /// - Throws: `MediatorError.badInput` naming the field that does not fit; `ActionError` naming it
  ///   with the error that its type has thrown itself.
  @usableFromInline
  func decodedInput<Input: Decodable>(_ type: Input.Type) throws -> Input {
    do {
      return try input.decoded(type)
    } catch {
      throw badInput(error)
    }
  }

  private func decodedInput(_ schema: Schema) throws -> JSONValue {
    do {
      switch input {
      case .json(let json): return try schema.input(fromJSON: json)
      case .parameters(let parameters): return try parameters.value(as: schema)
      }
    } catch {
      throw badInput(error)
    }
  }

  private func badInput(_ error: any Error) -> any Error {
    guard let error = error as? DecodingError else { return wrapped(error) }
    let (field, reason) = error.problem
    if let rejected = error.underlyingError as? RejectedValue {
      return ActionError(path: action.path, field: field, error: rejected.error)
    }
    return MediatorError.badInput(path: action.path, field: field, reason: reason)
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

extension ActionDescriptor {
  /// Decodes JSON as the input of the action without calling it.
  /// - Throws: `MediatorError.notExposed`, or `MediatorError.badInput` naming the field that does
  ///   not fit.
  package func checkInput(
    _ json: Data, from origin: Exposure, caller: StaticString = #fileID
  ) throws {
    try DynamicCall(action: self, input: .json(json), origin: origin, caller: caller).checkInput()
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
    return try JSON.decodeInput(type, from: json)
  }
}

/// The types of an action, and a closure that decodes its input and calls it. It is never released.
@usableFromInline
final class ActionCoding: Sendable {
  let input: any (Decodable & Sendable).Type
  let output: any (Decodable & Sendable).Type
  /// The schemas of an action whose types are only known at run time; nil where they are those of
  /// the types.
  let schemas: (input: Schema, output: Schema)?
  /// Calls the action and returns its output as JSON.
  let perform: @Sendable (DynamicCall, Mediator) async throws -> Data

  @usableFromInline
  init(
    input: any (Decodable & Sendable).Type, output: any (Decodable & Sendable).Type,
    schemas: (input: Schema, output: Schema)? = nil,
    perform: @escaping @Sendable (DynamicCall, Mediator) async throws -> Data
  ) {
    self.input = input
    self.output = output
    self.schemas = schemas
    self.perform = perform
  }
}
