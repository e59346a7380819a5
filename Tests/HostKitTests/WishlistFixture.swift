import Console
import Documents
import Mediator
import ModuleTesting
import Platform
import Scenes
import Testing

@testable import HostKit

/// A list of products that embeds the bar of a wishlist, whose key is `w`.
@MainActor
struct WishlistFixture {
  let mediator = Mediator()
  let clock = ManualClock()
  let wishes = Lock<[Wish]>([])
  let products = Lock(["Lamp", "茶杯", "Void"])
  /// What the next texts of the bar are in place of the number of wishes.
  let text = Lock<Result<String?, ListSceneError>?>(nil)
  /// How often the text of the bar was loaded.
  let loads = Lock(0)

  static let id = BarID("wishlist")

  func bar(key: Shortcut = "w") -> BarDescription {
    BarDescription(
      Self.id, key: key, "see your wishes", following: [WishlistChanged.self]
    ) { [wishes, text, loads] _ in
      loads.withLock { $0 += 1 }
      if let text = text.withLock(\.self) { return try text.get() }
      let count = wishes.withLock { $0.reduce(0) { $0 + $1.count } }
      return count == 0 ? nil : "\(count) wishes"
    } scene: { [wishes] in
      .wishlist(wishes, through: $0)
    }
  }

  /// A browser over the products.
  /// - Parameter bars: The bars that modules contribute; nil for that of the wishlist.
  func browser(
    columns: Int = 40, rows: Int = 15, colors: ColorDepth = .none, bars: [BarDescription]? = nil,
    configure: @escaping @MainActor @Sendable (ListScene) -> Void = { _ in }
  ) async -> Browser {
    let description = SceneDescription("Products", "", following: [ProductsChanged.self]) {
      [products] _ in
      let scene = ListScene.products(products)
      configure(scene)
      return scene
    }
    let browser = Browser(
      title: "shop", [description], bars: bars ?? [bar()], mediator: mediator,
      size: ScreenSize(columns: columns, rows: rows), colors: colors, clock: clock)
    await press(.enter, in: browser)
    return browser
  }

  /// Changes the wishlist and publishes the event of the change.
  func wish(_ names: String..., in browser: Browser) async {
    wishes.withLock { $0 = names.map { Wish(name: $0, count: 1) } }
    await mediator.publishAndWait(WishlistChanged())
    await browser.waitUntilIdle()
  }

  /// Waits until a frame has a line.
  func wait(for line: String, in browser: Browser) async throws {
    while !browser.frame.lines.contains(line) {
      try Task.checkCancellation()
      clock.advance(by: .milliseconds(50))
      await Task.yield()
    }
  }
}

struct WishlistChanged: SharedEvent {}
struct ProductsChanged: Event {}

struct Wish: ListItem {
  let name: String
  var count: Int
}

private struct Product: ListItem {
  let name: String
}

extension ListScene {
  /// A list that embeds the bar; a wide screen shows the detail of a product beside it.
  fileprivate static func products(_ products: Lock<[String]>) -> ListScene {
    let section = ListSection(
      "products", id: \Product.name, layout: .table(.init(isFlexible: true) { "\($0.name)" })
    ) { _ in ListPage(products.withLock { $0.map(Product.init) }) }
    section.detail = { .scene(ListScene("About \($0.name)", [])) }
    let scene = ListScene("Products", [section])
    scene.bar = WishlistFixture.id
    return scene
  }

  /// The wishes, of which `+` and `-` change the number.
  fileprivate static func wishlist(
    _ wishes: Lock<[Wish]>, through mediator: Mediator
  ) -> ListScene {
    let section = ListSection(
      "wishes", id: \Wish.name, layout: .table(.init { "\($0.name)" }, .init { "\($0.count)" }),
      empty: "No wishes."
    ) { _ in ListPage(wishes.withLock(\.self)) }
    let scene = ListScene("Wishlist", [section])
    let changes: [(Shortcut, LocalizedText, Int)] = [("+", "more", 1), ("-", "fewer", -1)]
    for (key, title, difference) in changes {
      scene.addAction(title, key: key, on: section) { _, wish in
        wishes.withLock { wishes in
          guard let index = wishes.firstIndex(where: { $0.name == wish.name }) else { return }
          wishes[index].count += difference
        }
        await mediator.publishAndWait(WishlistChanged())
        return nil
      }
    }
    return scene
  }
}
