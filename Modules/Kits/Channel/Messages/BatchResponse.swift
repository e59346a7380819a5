import Platform

/// Collects the responses to a batch, several requests in one line, which are answered in one line,
/// too.
///
/// Source: JSON-RPC 2.0 Specification, section 6.
final class BatchResponse: Sendable {
  /// The largest length of the batch's line in bytes. Its responses wait in memory until the last
  /// one is there.
  static let maximumLength = 1 << 20

  private struct State {
    var missing: Int
    var responses: [[UInt8]] = []
    /// The length of the batch's line without its end: 1 for `[`, and each response with its line
    /// end, which becomes `,` or `]`.
    var length = 1
  }

  private let state: Lock<State>

  /// - Parameter count: How many messages of the batch are answered or fail.
  init(count: Int) {
    state = Lock(State(missing: count))
  }

  /// Adds the line of a response; nil for that of a request that was cancelled.
  /// - Returns: The line that must be sent now, if there is one: that of the batch when no response
  ///   is missing, or that of the response where the line of the batch would be too long.
  func add(_ line: [UInt8]?) -> [UInt8]? {
    state.withLock { state in
      state.missing -= 1
      var single: [UInt8]?
      if let line, state.length + line.count <= Self.maximumLength {
        state.length += line.count
        state.responses.append(line)
      } else {
        single = line
      }
      guard state.missing == 0, !state.responses.isEmpty else { return single }
      // Two lines can be sent as one text.
      return (single ?? []) + Self.list(of: state.responses)
    }
  }

  private static func list(of responses: [[UInt8]]) -> [UInt8] {
    [UInt8(ascii: "[")]
      + responses.map { $0.dropLast() }.joined(separator: [UInt8(ascii: ",")])
      + [UInt8(ascii: "]"), UInt8(ascii: "\n")]
  }
}
