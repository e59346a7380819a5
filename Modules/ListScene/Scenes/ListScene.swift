public import Observation

/// A list as a person meets it, whoever shows it: a title, sections, and scenes opened over it.
///
/// ```swift
/// let scene = ListScene("News", ListController(banner, notices)) { scene, event in
///   guard let notice = event.selected(Notice.self) else { return event }
///   scene.push(.notice(notice))
///   return nil
/// }
/// await scene.controller.open()
/// print(scene.snapshot.text(on: page))
/// ```
@MainActor @Observable
public final class ListScene {
  /// What it is called.
  public var title: String
  /// What owns its sections.
  public let controller: ListController
  /// The scene over this one, if there is one.
  public private(set) var pushed: ListScene?
  /// The keys that it answers in a way of its own.
  public var keys: [ListKey] = []
  /// Looks for what a person types, in place of a look through the rows that are there; nil where
  /// nothing beyond those can be found.
  @ObservationIgnored public var search: (@MainActor (String) async -> Void)?
  /// Everything that went wrong in the scene, for one reader; the newest 64 wait.
  public let errors: AsyncStream<any Error>
  /// The last link of the responder chain: whoever shows the scene.
  @ObservationIgnored public var host: @MainActor (ListEvent) -> Void = { _ in }

  private let errorInput: AsyncStream<any Error>.Continuation
  private let respond: @MainActor (ListScene, ListEvent) -> ListEvent?
  @ObservationIgnored private var pushes = 0

  /// A scene of what `controller` owns; events pass `respond` on their way to the host.
  public init(
    _ title: String, _ controller: ListController,
    respond: @escaping @MainActor (ListScene, ListEvent) -> ListEvent? = { $1 }
  ) {
    self.title = title
    self.controller = controller
    self.respond = respond
    (errors, errorInput) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
    controller.next = { [weak self] event in self?.receive(event) }
  }

  /// Shows a scene over this one, in place of one that is there.
  public func push(_ scene: ListScene) {
    scene.host = { [weak self] event in self?.host(event) }
    pushes += 1
    pushed = scene
  }

  /// Shows a scene over this one that gives a result back.
  /// - Parameters:
  ///   - make: Makes the scene, with the way to end it: the scene is popped, and `onResult` told.
  ///   - onResult: Takes the result, at most once, and never after the scene was popped otherwise.
  public func push<Result>(
    _ make: (_ end: @escaping @MainActor (Result) -> Void) -> ListScene,
    onResult: @escaping @MainActor (Result) -> Void
  ) {
    let number = pushes + 1
    push(
      make { [weak self] result in
        guard let self, pushes == number, pushed != nil else { return }
        pop()
        onResult(result)
      })
  }

  /// Takes the scene over this one away.
  public func pop() {
    pushed = nil
  }

  /// Tells the scene's readers, and the host, of something that went wrong outside of its sections.
  public func report(_ error: any Error) {
    receive(ListEvent(.failed(error)))
  }

  private func receive(_ event: ListEvent) {
    var event = event
    event.scene = title
    guard let event = respond(self, event) else { return }
    if case .failed(let error) = event.kind { errorInput.yield(error) }
    host(event)
  }
}
