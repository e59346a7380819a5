public import Mediator
public import ModuleManager

/// Records which modules call and publish what, and finds what their manifests do not declare.
///
/// ```swift
/// let monitor = ManifestMonitor()
/// for example in app.examples {
///   _ = try await app.run(words(of: example), folder: folder.url, interceptor: monitor)
/// }
/// #expect(monitor.violations(by: app.modules) == [])
/// ```
///
/// A module is recognised by the name of its target, which is that of its interface.
public final class ManifestMonitor: Interceptor {
  private let calls = Recorder<(module: String, action: ActionDescriptor)>()
  private let publications = Recorder<(module: String, event: any Event.Type)>()

  /// Creates a monitor that has recorded nothing.
  public init() {}

  /// The paths of the actions that a module has called, such as `orders/add`, in order.
  public func calls(by module: String) -> [String] {
    calls.values.filter { $0.module == module }.map(\.action.path)
  }

  /// Each call and each event that the manifest of its module does not declare, in one sentence.
  public func violations(by modules: [ModuleDescriptor]) -> [String] {
    let manifests = Dictionary(
      modules.map { ($0.manifest.name, $0.manifest) }, uniquingKeysWith: { first, _ in first })
    let targets = Dictionary(
      modules.map { ($0.manifest.target, $0.manifest.name) },
      uniquingKeysWith: { first, _ in first })
    let undeclaredCalls = calls.values.compactMap { name, action -> String? in
      guard let manifest = manifests[name],
        let owner = action.interface ?? targets[action.target], owner != name,
        manifests[owner] != nil,
        !(manifest.requires + manifest.uses).contains(owner)
      else { return nil }
      return "\(name) calls '\(action.path)'; declare '\(owner).self' under 'requires' or 'uses'"
    }
    let undeclaredEvents = publications.values.compactMap { name, event -> String? in
      manifests[name]?.violation(publishing: event)
    }
    return Set(undeclaredCalls + undeclaredEvents).sorted()
  }

  /// Records the call.
  public func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    calls.record((String(call.caller.prefix { $0 != "/" }), call.action))
    return try await next(input)
  }

  /// Records the publication.
  public func intercept<Published: Event>(
    _ publication: Publication, _ event: Published, next: (Published) -> Void
  ) {
    publications.record((String(publication.publisher.prefix { $0 != "/" }), publication.event))
    next(event)
  }
}

extension Manifest {
  /// What is wrong when the module publishes an event of this type; nil if it is declared.
  func violation(publishing event: any Event.Type) -> String? {
    publishes.contains { $0 == event }
      ? nil : "\(name) publishes \(event); declare it under 'publishes'"
  }
}
