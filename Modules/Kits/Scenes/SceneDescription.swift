public import Mediator
public import ModuleManager

/// A scene that a module offers.
///
/// ```swift
/// static let scenes = [
///   SceneDescription("Orders", "see your orders", following: [OrderAdded.self]) {
///     try OrdersScenes.list(page: 1, through: $0)
///   }
/// ]
/// ```
public struct SceneDescription: Contribution {
  /// The title of the scene.
  public let title: LocalizedText
  /// What the scene is for, in a few words.
  public let summary: LocalizedText
  /// The events after which the scene, and the scenes that are pushed over it, load their rows
  /// again. A section can limit them.
  public let following: [any Event.Type]
  /// Returns how much the scene contains, in a few characters; nil for no text.
  package private(set) var count: (@Sendable (Mediator) async throws -> String?)?
  /// Returns whether the menu lists the scene, and not only behind "more"; nil for always.
  package private(set) var isListed: (@Sendable (Mediator) async throws -> Bool)?
  private let make: @MainActor @Sendable (Mediator) throws -> ListScene
  private let makeForValue: @MainActor @Sendable (any Sendable, Mediator) throws -> ListScene?
  private var makeForOtherValues:
    [@MainActor @Sendable (any Sendable, Mediator) throws -> ListScene?] =
      []
  private var opensLink: [@Sendable (_ url: String, _ scheme: String) throws -> Bool] = []
  private var makeForLinks: [@MainActor @Sendable (String, Mediator) async throws -> ListScene?] =
    []

  /// Declares a scene.
  public init(
    _ title: LocalizedText, _ summary: LocalizedText, following: [any Event.Type] = [],
    scene make: @escaping @MainActor @Sendable (Mediator) throws -> ListScene
  ) {
    self.title = title
    self.summary = summary
    self.following = following
    self.make = make
    makeForValue = { _, _ in nil }
  }

  /// Declares a scene that can also show a value of type `type`, which a scene of another module
  /// sends.
  public init<Value: Sendable>(
    _ title: LocalizedText, _ summary: LocalizedText, shows type: Value.Type,
    following: [any Event.Type] = [],
    scene make: @escaping @MainActor @Sendable (Value?, Mediator) throws -> ListScene
  ) {
    self.title = title
    self.summary = summary
    self.following = following
    self.make = { try make(nil, $0) }
    makeForValue = { value, mediator in try (value as? Value).map { try make($0, mediator) } }
  }

  /// The description with a text about how much the scene contains, such as `3` or `2 · 1 late`,
  /// which the menu shows after the title. The host asks for it when it shows the menu, every
  /// minute and after each event of `following`, so it must be known without a request to a server.
  public func counting(
    _ count: @escaping @Sendable (Mediator) async throws -> String?
  ) -> SceneDescription {
    var description = self
    description.count = count
    return description
  }

  /// The description of a scene that is of no use yet while `isListed` returns false or throws, such
  /// as one about a server whose address is not set. The menu then has it behind "more". The host
  /// asks at the same times as for a count.
  public func listed(
    _ isListed: @escaping @Sendable (Mediator) async throws -> Bool
  ) -> SceneDescription {
    var description = self
    description.isListed = isListed
    return description
  }

  /// The description of a scene that links to an action open, too.
  ///
  /// ```swift
  /// SceneDescription("Orders", "see your orders") { try OrdersScenes.list(through: $0) }
  ///   .opened(byLinksTo: Orders.find) { OrdersScenes.page(of: $0.number, through: $1) }
  /// ```
  /// - Parameter make: Creates a scene that shows what the action answers for an input.
  public func opened<Input: Decodable & Sendable, Output>(
    byLinksTo action: Action<Input, Output>,
    scene make: @escaping @MainActor @Sendable (Input, Mediator) async throws -> ListScene
  ) -> SceneDescription {
    var description = self
    description.opensLink.append { try action.input(from: $0, scheme: $1) != nil }
    description.makeForLinks.append { url, mediator in
      guard let input = try action.input(from: url, scheme: mediator.scheme) else { return nil }
      return try await make(input, mediator)
    }
    return description
  }

  /// The description of a scene that can also show a value of another type.
  /// - Parameter make: Creates a scene that shows a value.
  public func showing<Value: Sendable>(
    _ type: Value.Type,
    scene make: @escaping @MainActor @Sendable (Value, Mediator) throws -> ListScene
  ) -> SceneDescription {
    var description = self
    description.makeForOtherValues.append { value, mediator in
      try (value as? Value).map { try make($0, mediator) }
    }
    return description
  }

  /// Creates the scene, which follows its events until it is released. The module starts with the
  /// scene's first call, not before.
  @MainActor
  public func makeScene(_ mediator: Mediator) throws -> ListScene {
    let scene = try make(mediator)
    scene.follow(following, through: mediator)
    return scene
  }

  /// Creates the scene that shows `value`, the content of a `.custom` event; nil if this scene does
  /// not show values of its type.
  @MainActor
  public func makeScene(for value: any Sendable, _ mediator: Mediator) throws -> ListScene? {
    for make in [makeForValue] + makeForOtherValues {
      guard let scene = try make(value, mediator) else { continue }
      scene.follow(following, through: mediator)
      return scene
    }
    return nil
  }

  /// Whether links to the action of a valid link open the scene.
  package func opens(link url: String, of mediator: Mediator) -> Bool {
    opensLink.contains { (try? $0(mediator.canonicalLink(url), mediator.scheme)) == true }
  }

  /// Creates the scene that shows what a link asks for; nil if no link to its action opens it.
  @MainActor
  package func makeScene(ofLink url: String, _ mediator: Mediator) async throws -> ListScene? {
    let url = mediator.canonicalLink(url)
    for make in makeForLinks {
      guard let scene = try await make(url, mediator) else { continue }
      if scene.link == nil { scene.link = { url } }
      scene.follow(following, through: mediator)
      return scene
    }
    return nil
  }
}
