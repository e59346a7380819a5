public import Foundation

/// A call that nobody answers, as fallbacks see it.
public struct Unanswered: Sendable {
  /// The target that was called.
  public let target: String
  /// The action that was called; for a URL that fits no route, the rest of its path.
  public let action: String
  /// The input, where it was given as text.
  public let parameters: Parameters?
  /// The input, where it was given as JSON.
  public let json: Data?
  /// How it was called: native for typed Swift, local for names, remote for URLs.
  public let reach: Reach
  /// What the caller gets unless the fallback has something better.
  public let error: MediatorError

  init(
    target: String, action: String, _ source: InputSource? = nil, from reach: Reach,
    error: MediatorError
  ) {
    self.target = target
    self.action = action
    self.reach = reach
    self.error = error
    switch source {
    case .parameters(let parameters): (self.parameters, json) = (parameters, nil)
    case .json(let json): (parameters, self.json) = (nil, json)
    case nil: (parameters, json) = (nil, nil)
    }
  }
}
