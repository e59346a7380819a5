public import Foundation
public import Mediator

/// What a command answers: the same thing for a person and for a program.
public struct Answer: Sendable {
  /// The answer as JSON.
  public let json: Data
  /// What kind of failure the answer tells of; nil when all is well.
  public let failure: FailureKind?
  /// The answer as text that fits a page, without a final newline.
  public let text: @Sendable (Page) -> String

  /// Shows `value` in `view`.
  /// - Throws: `EncodingError` when the value has no JSON form.
  public init<Value: Encodable & Sendable>(
    _ value: Value,
    failure: FailureKind? = nil,
    view: @escaping @Sendable (Value, Page) -> String
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    self.failure = failure
    json = try encoder.encode(value)
    text = { view(value, $0) }
  }

  /// Shows JSON as it is, for an answer that has no view.
  public init(json: Data) {
    self.json = json
    failure = nil
    text = { _ in String(decoding: json, as: UTF8.self) }
  }
}
