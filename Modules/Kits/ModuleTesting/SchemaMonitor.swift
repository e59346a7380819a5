public import Foundation
public import Mediator
import Platform

/// Compares the inputs and outputs of calls with the schemas of their actions, so that no schema
/// says something else than the JSON of callers by name.
///
/// ```swift
/// let monitor = SchemaMonitor()
/// for example in app.examples {
///   _ = try await app.run(words(of: example), folder: folder.url, interceptor: monitor)
/// }
/// #expect(monitor.differences == [])
/// ```
///
/// `ModuleHarness` has such a monitor for the module under test.
public final class SchemaMonitor: Interceptor {
  /// An input or output of an action as JSON, and its schema.
  public struct Sample: Sendable {
    /// The path of the action, such as `orders/add`.
    public let action: String
    /// Whether the value is an input or an output.
    public let use: Schema.Use
    /// The JSON Schema.
    public let schema: Data
    /// The value.
    public let json: Data
  }

  private struct State {
    var checks: [Key: (schema: Data, check: JSONSchemaCheck, count: Int)] = [:]
    var samples: [Sample] = []
    var differences: [String] = []
  }

  private struct Key: Hashable {
    let id: Int
    let use: Schema.Use
  }

  private let limit: Int
  private let isIncluded: @Sendable (ActionDescriptor) -> Bool
  private let report: @Sendable (String) -> Void
  private let state = Lock(State())

  /// Creates a monitor that has compared nothing.
  /// - Parameters:
  ///   - limit: How many inputs and outputs of each action it compares.
  ///   - isIncluded: Whether it compares those of an action.
  ///   - report: Receives each difference when it is found.
  public init(
    limit: Int = 100,
    where isIncluded: @escaping @Sendable (ActionDescriptor) -> Bool = { _ in true },
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.limit = limit
    self.isIncluded = isIncluded
    self.report = report
  }

  /// What was compared, in order.
  public var samples: [Sample] { state.withLock { $0.samples } }

  /// Each difference between a value and its schema, in one sentence with the action and the field.
  public var differences: [String] { state.withLock { $0.differences } }

  /// Compares the input and the output of the call.
  public func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    guard isIncluded(call.action), call.action.exposure != .native else {
      return try await next(input)
    }
    compare(input, with: call.action, .input)
    let output = try await next(input)
    compare(output, with: call.action, .output)
    return output
  }

  private func compare(_ value: some Sendable, with action: ActionDescriptor, _ use: Schema.Use) {
    guard let value = value as? any Encodable else { return }
    let found = state.withLock { state -> [String] in
      do {
        return try compare(value, with: action, use, &state)
      } catch {
        return ["the \(use) of '\(action.path)': \(error)"]
      }
    }
    for difference in found { report(difference) }
  }

  private func compare(
    _ value: any Encodable, with action: ActionDescriptor, _ use: Schema.Use, _ state: inout State
  ) throws -> [String] {
    let key = Key(id: action.id, use: use)
    if state.checks[key] == nil {
      let schema = use == .input ? try action.inputSchema : try action.outputSchema
      guard let json = try schema?.jsonSchema else { return [] }
      state.checks[key] = (json, try JSONSchemaCheck(json), 0)
    }
    guard let (schema, check, count) = state.checks[key], count < limit else { return [] }
    state.checks[key]?.count = count + 1
    let json = try JSON.encode(value)
    state.samples.append(Sample(action: action.path, use: use, schema: schema, json: json))
    let found = try check.differences(in: json).map { "the \(use) of '\(action.path)': \($0)" }
    state.differences += found
    return found
  }
}
