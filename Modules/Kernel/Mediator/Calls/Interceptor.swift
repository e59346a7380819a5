import Platform

/// Wraps every call and every publication, for tracing, timing or authorization.
///
/// Of several interceptors, the one registered first is the outermost. An interceptor continues by
/// calling `next`, with the same or another input; if it does not, the call ends with the
/// interceptor's own result. The start of the answering module and the module's errors happen
/// inside `next`.
public protocol Interceptor: Sendable {
  /// Whether the interceptor uses the `parent` of calls and publications. Recording parents costs
  /// time, so the default is false.
  var needsParents: Bool { get }

  /// Wraps a call. The default calls `next`.
  func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output

  /// Wraps a publication: `next` calls the in-place followers and fills the queues of the others.
  /// The default calls `next`.
  func intercept<Published: Event>(
    _ publication: Publication, _ event: Published, next: (Published) -> Void)
}

extension Interceptor {
  /// False.
  public var needsParents: Bool { false }

  /// Calls `next`.
  public func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    try await next(input)
  }

  /// Calls `next`.
  public func intercept<Published: Event>(
    _ publication: Publication, _ event: Published, next: (Published) -> Void
  ) {
    next(event)
  }
}

/// A call of an action, for interceptors.
public struct Call: Sendable, Identifiable {
  /// A number that no other call or publication of the process has.
  public let id: Int
  /// The call or publication that made this call; nil when there is none.
  public let parent: Int?
  /// The called action.
  public let action: ActionDescriptor
  /// How the call was made: native for typed Swift, local for names, links for URLs.
  public let origin: Exposure
  private let file: StaticString

  init(_ action: ActionDescriptor, from origin: Exposure, in file: StaticString) {
    self.action = action
    self.origin = origin
    self.file = file
    id = TraceSpan.nextID()
    parent = TraceSpan.current
  }

  /// The calling file, such as `Catalogue/Search.swift`.
  public var caller: String { "\(file)" }
}

/// A publication of an event, for interceptors.
public struct Publication: Sendable, Identifiable {
  /// A number that no other call or publication of the process has.
  public let id: Int
  /// The call or publication that published this event; nil when there is none.
  public let parent: Int?
  /// The type of the event.
  public let event: any Event.Type
  private let file: StaticString

  init(_ event: any Event.Type, in file: StaticString) {
    self.event = event
    self.file = file
    id = TraceSpan.nextID()
    parent = TraceSpan.current
  }

  /// The publishing file, such as `Catalogue/Search.swift`.
  public var publisher: String { "\(file)" }
}

extension Mediator {
  /// Registers an interceptor until the subscription is released. Calls and publications are slower
  /// only while an interceptor is registered.
  public func intercept(with interceptor: some Interceptor) -> Subscription {
    let added = RegisteredInterceptor(interceptor)
    changeInterceptors { $0.append(added) }
    return Subscription { [weak self] in
      self?.changeInterceptors { $0.removeAll { $0 === added } }
    }
  }

  private func changeInterceptors(_ body: (inout [RegisteredInterceptor]) -> Void) {
    registry.withLock { registry in
      body(&registry.interceptors)
      for id in registry.entries.values.map(\.action.id) {
        fastPath.set(id, to: registry.fastPathHandler(id))
      }
      followers.withLock { $0.interceptors = registry.interceptors }
    }
  }
}

/// One registration of an interceptor. It is an object, so that its subscription can identify it.
final class RegisteredInterceptor: Sendable {
  let interceptor: any Interceptor
  let needsParents: Bool

  init(_ interceptor: any Interceptor) {
    self.interceptor = interceptor
    needsParents = interceptor.needsParents
  }
}
