import Console
import Foundation
import Mediator
import ModuleManager
import Platform
import Scenes

/// Which scene the browser opens above the first one.
enum BrowserStart: Equatable {
  /// That where it was left, or none.
  case resumed
  /// That of the menu with a title.
  case scene(String)
  /// That of a link.
  case link(String)
}

extension CommandLineHost {
  /// Which scene the options of a line without a command ask for.
  func browserStart(_ parsed: ParsedCommandLine) throws -> BrowserStart {
    guard let title = parsed.globals[HostCommands.scene.field]?.last else { return .resumed }
    return .scene(try app.modules.presented.scenes.title(matching: title))
  }

  /// The link that a command line opens in the browser: one that a scene shows, unless the line asks
  /// for JSON or a trace. Other links are answered as text.
  func linkToBrowse(_ command: Command, _ parsed: ParsedCommandLine) -> String? {
    let mediator = app.makeMediator()
    guard command.words == Command.openWords, !parsed.has(HostCommands.json),
      !parsed.has(HostCommands.trace), let link = parsed.parameters["link"]?.last,
      app.modules.presented.scenes.contains(where: { $0.opens(link: link, of: mediator) })
    else { return nil }
    return link
  }
}

extension [SceneDescription] {
  /// The title of the scene that a person names, in upper or lower case.
  /// - Throws: `HostError.noSuchScene`.
  func title(matching name: String) throws -> String {
    let titles = map { "\($0.title)" }
    guard let found = titles.first(where: { $0.lowercased() == name.lowercased() }) else {
      throw HostError.noSuchScene(name, nearest: titles.nearest(to: name).first)
    }
    return found
  }
}

/// The file that says where the browser was left.
struct BrowserPlaceFile {
  private static let path = "host/browser.json"
  private static let maximumSize = 64 << 10

  private let folder: DataFolder

  /// - Parameter folder: The data folder of the app.
  init(in folder: URL) { self.folder = DataFolder(folder) }

  /// The place; the first scene if the file is missing or damaged.
  var place: ScenePlace {
    guard let content = try? folder.content(of: Self.path), content.count <= Self.maximumSize,
      let place = try? JSONDecoder().decode(ScenePlace.self, from: content)
    else { return ScenePlace() }
    return place
  }

  /// Stores a place. Without it, the browser begins with the first scene, so that a failure is no
  /// error.
  func store(_ place: ScenePlace) {
    guard place != self.place else { return }
    if place.isFirst {
      try? folder.remove(Self.path)
    } else if let content = try? JSONEncoder().encode(place) {
      try? folder.write(content, to: Self.path, durability: .deferred)
    }
  }
}
