import Documents
public import Mediator
public import ModuleManager

/// The name of a bar. The interface of the module that contributes the bar declares it, so that a
/// scene of another module can embed the bar.
public struct BarID: Sendable, Hashable {
  private let name: String

  /// Creates a name, which no other bar of the app has.
  public init(_ name: String) {
    self.name = name
  }
}

/// One line that a scene of any module embeds with `ListScene.bar`, and the scene that its key
/// opens over a part of the other.
///
/// ```swift
/// static let bars = [
///   BarDescription(
///     Wishlist.bar, key: "w", "see your wishes", following: [WishlistChanged.self]
///   ) { mediator in
///     let wishes = try await mediator.perform(Wishlist.list)
///     return wishes.isEmpty ? nil : "\(wishes.count) wishes"
///   } scene: {
///     WishlistScenes.list(through: $0)
///   }
/// ]
/// ```
public struct BarDescription: Contribution {
  /// The name of the bar.
  public let id: BarID
  /// The key that opens the scene. A key of an action of the embedding scene takes precedence.
  public let key: Shortcut
  /// What the key does, in a few words.
  public let summary: String
  /// The events after which the bar and its scene load their content again.
  public let following: [any Event.Type]
  private let text: @Sendable (Mediator) async throws -> String?
  private let make: @MainActor @Sendable (Mediator) throws -> ListScene

  /// Declares a bar.
  /// - Parameters:
  ///   - id: The name of the bar.
  ///   - key: The key that opens the scene.
  ///   - summary: What the key does, in a few words.
  ///   - following: The events after which the bar and its scene load their content again.
  ///   - text: Returns what the bar shows; nil to hide it. Its error is shown in its place.
  ///   - make: Creates the scene.
  public init(
    _ id: BarID, key: Shortcut, _ summary: String, following: [any Event.Type] = [],
    text: @escaping @Sendable (Mediator) async throws -> String?,
    scene make: @escaping @MainActor @Sendable (Mediator) throws -> ListScene
  ) {
    self.id = id
    self.key = key
    self.summary = summary
    self.following = following
    self.text = text
    self.make = make
  }

  /// Creates the scene that the key opens, which follows the events of the bar until it is
  /// released.
  @MainActor
  public func makeScene(_ mediator: Mediator) throws -> ListScene {
    let scene = try make(mediator)
    scene.follow(following, through: mediator)
    return scene
  }

  /// Creates a scene whose only row is the text of the bar, so that the host loads a bar, keeps it
  /// current and finds its error like those of a list.
  @MainActor
  package func makeTextScene(_ mediator: Mediator) -> ListScene {
    let section = ListSection(
      "bar", id: { _ in "text" }, layout: .rows { (text: String) in [.line(Text(verbatim: text))] }
    ) { _ in ListPage([try await text(mediator)].compactMap(\.self)) }
    let scene = ListScene("", [section])
    scene.follow(following, through: mediator)
    return scene
  }
}
