/// Stands around every call and every publication: tracing, timing, authorisation.
///
/// Of several interceptors, the one registered first is the outermost. It sees the target, the
/// action and the caller in `call`; time and outcome it takes around `next`. It goes on by calling
/// `next`, with the same input or another one; without `next` the call ends as the interceptor
/// says. A start of the answering module, a fallback and a module's error happen inside `next`.
public protocol Interceptor: Sendable {
  /// Whether calls and publications have to know their `parent`, which costs something: a tracer
  /// needs it. False unless defined otherwise.
  var needsParents: Bool { get }

  /// Stands around a call. Goes on unless defined otherwise.
  func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output

  /// Stands around a publication: `next` tells those who follow in place. Goes on unless defined
  /// otherwise.
  func intercept<Published: Event>(
    _ publication: Publication, _ event: Published, next: (Published) -> Void)
}

extension Interceptor {
  /// False.
  public var needsParents: Bool { false }

  /// Goes on.
  public func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    try await next(input)
  }

  /// Goes on.
  public func intercept<Published: Event>(
    _ publication: Publication, _ event: Published, next: (Published) -> Void
  ) {
    next(event)
  }
}
