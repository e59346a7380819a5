import Foundation
import Mediator

/// What leads to an open scene: a link, and the rows that were opened from there or from the first
/// scene on.
package struct ScenePlace: Equatable, Sendable {
  /// The link of the app whose scene is opened first; nil for none.
  package var link: String?
  package var rows: [RowPath]

  package init(link: String? = nil, rows: [RowPath] = []) { (self.link, self.rows) = (link, rows) }

  /// Whether it is the first scene.
  package var isFirst: Bool { link == nil && rows.isEmpty }
}

extension ScenePlace: Codable {
  private static let maximumRows = ScenePresenter.maximumDepth

  private struct Fields: Codable {
    let link: String?
    let rows: [[String]]
  }

  package init(from decoder: any Decoder) throws {
    let fields = try Fields(from: decoder)
    guard fields.rows.count <= Self.maximumRows, fields.rows.allSatisfy({ $0.count == 2 }) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "expected a section and a row"))
    }
    self.init(
      link: fields.link, rows: fields.rows.map { RowPath(section: $0[0], row: $0[1]) })
  }

  package func encode(to encoder: any Encoder) throws {
    let rows = rows.prefix(Self.maximumRows).map { [$0.section, $0.row] }
    try Fields(link: link, rows: rows).encode(to: encoder)
  }
}

extension ScenePresenter {
  /// Where the person is, as far as links and rows lead there.
  package var place: ScenePlace {
    var place = ScenePlace()
    for scene in scenes.dropFirst() {
      if let link = scene.link?() {
        place = ScenePlace(link: link)
      } else if let row = scene.openedBy, scene.presentation == .fullScreen {
        place.rows.append(row)
      } else {
        break
      }
    }
    return place
  }

  /// Opens what a place leads to, as far as its link and its rows still exist and the person does
  /// nothing else meanwhile. What is missing is no error, because the data may have changed.
  package func open(_ place: ScenePlace) async {
    if let link = place.link {
      guard let scene = try? await makeScene(ofLink: link), scenes.count == 1 else { return }
      root.push(scene)
      receive(.scenesChanged)
    }
    for path in place.rows {
      guard let scene = scenes.last,
        let section = scene.sections.first(where: { $0.id == path.section })
      else { return }
      if scene.row(at: path) == nil { await section.open() }
      guard scenes.last === scene, let row = scene.row(at: path), scene.opensWithoutEffect(row)
      else { return }
      scene.openDetail(of: row)
      receive(.scenesChanged)
      guard scene.pushed != nil else { return }
    }
  }
}
