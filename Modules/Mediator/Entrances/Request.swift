public import Foundation

/// A call by a caller that does not speak Swift.
@usableFromInline
struct Request: Sendable {
  @usableFromInline let signature: Signature
  let source: InputSource
  @usableFromInline let reach: Reach
  @usableFromInline let caller: StaticString
  @usableFromInline let mediator: Mediator

  /// Calls the action; answers in JSON.
  /// - Throws: `MediatorError.notReachable` when it is out of the caller's reach.
  @inline(__always)
  func perform() async throws -> Data {
    try await coding.performJSON(self)
  }

  /// Calls the action; answers in its own type.
  /// - Throws: `MediatorError.notReachable` when it is out of the caller's reach,
  ///   `MediatorError.badOutput` when it answers another type.
  @inline(__always)
  func perform<Output: Decodable & Sendable>(
    answering type: Output.Type
  ) async throws -> Output {
    let coding = try coding
    guard coding.output == type else {
      throw MediatorError.badOutput(
        path: signature.path, expected: "\(type)", actual: signature.output)
    }
    return try await unsafeDowncast(coding, to: TypedCoding<Output>.self).perform(self)
  }

  /// - Throws: `MediatorError.notReachable`, and `MediatorError.badInput` naming the field that does
  ///   not fit.
  func checkInput() throws {
    _ = try input(coding.input)
  }

  private var coding: ActionCoding {
    get throws(MediatorError) {
      guard let coding = signature.coding, signature.reach >= reach else {
        throw .notReachable(path: signature.path, from: reach)
      }
      return coding.takeUnretainedValue()
    }
  }

  /// Calls the action, in its own types.
  @inlinable @inline(__always)
  func perform<Input: Decodable & Sendable, Output: Sendable>(
    _: Input.Type, _: Output.Type
  ) async throws -> Output {
    let input = try input(Input.self)
    guard let handler: UnsafeMutablePointer<Handler<Input, Output>> = mediator.cells[signature.slot]
    else {
      return try await mediator.performInFull(signature, input, from: reach, caller: caller)
    }
    do {
      return try await handler.pointee.call(input)
    } catch {
      throw failed(error)
    }
  }

  /// - Throws: `MediatorError.badInput` naming the field that does not fit.
  @usableFromInline
  func input<Input: Decodable>(_ type: Input.Type) throws -> Input {
    do {
      return switch source {
      case .json(let json): try JSON.decode(type, from: json)
      case .parameters(let parameters): try parameters.decodeAll(type)
      }
    } catch let error as DecodingError {
      let (field, reason) = error.problem
      throw MediatorError.badInput(path: signature.path, field: field, reason: reason)
    }
  }

  @usableFromInline
  func failed(_ error: any Error) -> any Error {
    ActionFailed.told(error, of: signature, to: reach)
  }

  /// - Throws: `ActionFailed` when the output has no JSON form.
  @usableFromInline
  func json(_ output: some Encodable) throws -> Data {
    do { return try JSON.encode(output) } catch { throw failed(error) }
  }
}

/// What a caller by name hands over.
enum InputSource: Sendable {
  case json(Data)
  case parameters(Parameters)
}
