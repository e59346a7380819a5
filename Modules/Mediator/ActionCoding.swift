import Foundation

/// Calls an action for a caller that does not speak Swift: decodes the input, encodes the output.
protocol ActionCoding: Sendable {
  static func call(
    _ action: any ActionDeclaration, with source: InputSource, on mediator: Mediator
  ) async throws -> Data
}

/// What a caller by name hands over.
enum InputSource: Sendable {
  case json(Data)
  case parameters(Parameters)
}

enum CodableCoding<Input: Codable & Sendable, Output: Codable & Sendable>: ActionCoding {
  static func call(
    _ action: any ActionDeclaration, with source: InputSource, on mediator: Mediator
  ) async throws -> Data {
    guard let action = action as? Action<Input, Output> else {
      throw MediatorError.notReachable(path: action.path, from: .local)
    }
    let output = try await mediator.perform(action, try input(from: source, path: action.path))
    return try encoder.encode(output)
  }

  private static func input(from source: InputSource, path: String) throws -> Input {
    do {
      return switch source {
      case .json(let data): try JSONDecoder().decode(Input.self, from: data)
      case .parameters(let parameters): try parameters.decode(Input.self)
      }
    } catch let error as DecodingError {
      throw MediatorError.badInput(error, path: path)
    }
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
