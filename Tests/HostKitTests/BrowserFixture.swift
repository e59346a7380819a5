import Console
import Documents
import Mediator
import Platform
import Scenes

@testable import HostKit

/// Presses keys, and waits before and after each of them until no task is running.
@MainActor func press(_ keys: Key..., in browser: Browser) async {
  await browser.waitUntilIdle()
  for key in keys {
    browser.press(key)
    await browser.waitUntilIdle()
  }
}

/// A list of stops, and a scene that searches for them.
@MainActor struct StopsFixture {
  let mediator = Mediator()
  let stops = Lock(["Trindade", "Casa da Música", "西直门", "e\u{301}\u{1B}[2J👍", "Aliados"])

  /// A browser over the list.
  /// - Parameter scene: Another scene in its place.
  func browser(
    _ scene: SceneDescription? = nil, columns: Int = 40, rows: Int = 9, colors: ColorDepth = .none,
    keys: BrowserKeys = .standard
  ) async -> Browser {
    let list = SceneDescription("Stops", "where trains stop", following: [StopsChanged.self]) {
      [stops] _ in .stops(stops)
    }
    let browser = Browser(
      title: "shop", [scene ?? list], mediator: mediator,
      size: ScreenSize(columns: columns, rows: rows), colors: colors, keys: keys)
    await browser.waitUntilIdle()
    return browser
  }

  /// A browser over the scene that searches.
  func searchBrowser() async -> Browser {
    await browser(SceneDescription("Search", "") { [stops] _ in .search(stops) })
  }
}

struct StopsChanged: Event {}

struct NamedItem: ListItem {
  let name: String
}

extension ListScene {
  /// A canvas of three places, the nearest to the middle selected, with the number of the selected
  /// place in the last line. Enter opens a scene that is named after the number.
  static var threePlaces: ListScene {
    let points: [SIMD2<Double>] = [[0, 0], [10, 0], [20, 10]]
    let scene = ListScene("Places", [])
    let picture = Picture(
      places: points.map { Picture.Place(at: $0, .init(.dot), name: .init(""), rank: 0) })
    scene.show(
      PlaceCanvas(picture, captionKeys: [.enter]) { place in
        Picture.Caption("\(place ?? -1) of \(points.count)")
      } onEnter: { scene, place in
        scene.push(ListScene("Place \(place)", []))
      })
    return scene
  }
}

extension ListScene {
  fileprivate static func stops(_ stops: Lock<[String]>) -> ListScene {
    let section = ListSection("stops", id: \NamedItem.name, layout: names, pageSize: 30) {
      request in
      let rest = stops.withLock { $0 }.dropFirst(request.offset)
      return ListPage(
        rest.prefix(request.limit).map(NamedItem.init), hasMore: rest.count > request.limit)
    }
    let scene = ListScene("Stops", [section])
    scene.addOpening(of: section)
    scene.addAction("keep", key: "b", on: section) { _, stop in
      guard stop.name == "Trindade" else { throw ListSceneError.noRow(stop.name, nearest: nil) }
      return "Trindade is kept."
    }
    return scene
  }

  /// A search that returns its results only after some time.
  fileprivate static func search(_ stops: Lock<[String]>) -> ListScene {
    let searchText = Lock("")
    let section = ListSection("stops", id: \NamedItem.name, layout: names) { _ in
      for _ in 0..<100 { await Task.yield() }
      let prefix = searchText.withLock { $0 }
      return ListPage(
        stops.withLock { $0 }.filter { $0.lowercased().hasPrefix(prefix) }.map(NamedItem.init))
    }
    let scene = ListScene("Search", [section])
    scene.addOpening(of: section)
    scene.search = { text in
      searchText.withLock { $0 = text }
      await section.refresh()
    }
    return scene
  }

  private static let names = ListLayout<NamedItem>.table(.init(isFlexible: true) { "\($0.name)" })

  /// Enter opens a stop, which a wide screen does not show beside the list.
  private func addOpening(of section: ListSection<NamedItem>) {
    addAction("open", key: .enter, on: section) { scene, stop in
      let detail = ListSection(
        "stop", id: \NamedItem.name, layout: .detail { _ in "It is a stop." }
      ) { _ in ListPage([stop]) }
      scene.push(ListScene("\(stop.name)", [detail]))
      return nil
    }
  }
}
