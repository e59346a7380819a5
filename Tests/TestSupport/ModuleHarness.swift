package import Foundation
package import Mediator
package import ModuleManager
import Testing

/// One module at work among stubs, in a folder of its own that is gone with the harness.
///
/// ```swift
/// let harness = try ModuleHarness(BookmarksModule.self)
/// try harness.stub(DataSource.city) { _ in porto }
/// let bookmark = try await harness.mediator.perform(Bookmarks.add, request)
/// #expect(harness.published(BookmarkAdded.self).count == 1)
/// ```
///
/// What the module requires is there in name only: its actions are those that are stubbed. A call
/// of any other action fails the test.
package final class ModuleHarness: Sendable {
  /// The way to the module.
  package let mediator = Mediator()
  /// Where the module keeps what it stores.
  package let folder: URL
  private let ownFolder = TemporaryFolder()
  /// What drives the module's lifecycle.
  package let manager: ModuleManager
  private let watch: Watch
  private let subscription: Subscription

  /// - Parameters:
  ///   - module: The module; it starts with the first call, as in a host.
  ///   - folder: The folder of another harness, which keeps it; a new one unless given.
  ///   - now: What the module takes for the time of day.
  ///   - clock: What deadlines are measured with; they never pass unless the test lets them.
  package init(
    _ module: any Module.Type, folder existing: URL? = nil,
    now: @escaping @Sendable () -> Date = { Date(timeIntervalSince1970: 0) },
    configuration: Parameters = [:], clock: some Clock<Duration> = ManualClock()
  ) async throws {
    let (mediator, watch) = (mediator, Watch())
    let folder = existing ?? ownFolder.url
    if existing == nil {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    manager = try ModuleManager(
      [module] + module.manifest.requires.map { standIn($0) }, mediator: mediator, clock: clock
    ) { _ in
      ModuleContext(mediator: mediator, folder: folder, now: now, configuration: configuration)
    }
    subscription = mediator.intercept(with: watch)
    self.folder = folder
    self.watch = watch
    try await manager.open()
  }

  /// Stops the module.
  @discardableResult
  package func stop() async -> HookReport { await manager.stop() }

  /// Answers an action that the module calls.
  package func stub<Input, Output>(
    _ action: Action<Input, Output>,
    with handler: @escaping @Sendable (Input) async throws -> Output
  ) throws {
    try mediator.answer(action, with: handler)
    watch.stubs.record(action.path)
  }

  /// The events of a type published so far, in order.
  package func published<Published: Event>(_ type: Published.Type) -> [Published] {
    watch.events.values.compactMap { $0 as? Published }
  }

  /// Every event published so far, by its type's name, in order.
  package var publications: [String] { watch.events.values.map { "\(type(of: $0))" } }

  /// The calls that met no stub, in words; each has failed the test.
  package var unstubbed: [String] { watch.unstubbed.values }
}

/// Sees what a module calls and publishes.
private final class Watch: Interceptor {
  let stubs = Recorder<String>()
  let events = Recorder<any Event>()
  let unstubbed = Recorder<String>()

  func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    do {
      return try await next(input)
    } catch let error as MediatorError where error.isMissing(call.action) {
      let nearest = stubs.values.nearest(to: call.action.path).first ?? stubs.values.first
      let sentence =
        "'\(call.action.path)', called by \(call.caller), has no stub; "
        + (nearest.map { "the nearest one is '\($0)'" } ?? "nothing is stubbed")
      unstubbed.record(sentence)
      Issue.record(Comment(rawValue: sentence))
      throw error
    }
  }

  func intercept<Published: Event>(
    _ publication: Publication, _ event: Published, next: (Published) -> Void
  ) {
    events.record(event)
    next(event)
  }
}

extension MediatorError {
  /// Whether nobody answers that very action.
  fileprivate func isMissing(_ action: Signature) -> Bool {
    switch self {
    case .noSuchTarget(let target, _): target == action.target
    case .noSuchAction(let target, let name, _): target == action.target && name == action.name
    case .notReachable, .badInput, .badOutput, .unavailable, .badURL, .badRoute, .duplicate: false
    }
  }
}

/// A module that is there in name only.
private struct StandIn<Name: Interface>: Module {
  static var manifest: Manifest { Manifest(Name.self, summary: "") }

  init(context: ModuleContext) {}
  func connect(_ connection: Connection) {}
}

private func standIn(_ interface: any Interface.Type) -> any Module.Type {
  func open<Name: Interface>(_ name: Name.Type) -> any Module.Type { StandIn<Name>.self }
  return open(interface)
}
