import Console
import ListScene
import Mediator
import ShareInterface

extension Browser {
  /// Writes what a scene shows to a file, without a path to a new one that is named for the title,
  /// and says where it is.
  func share(_ scene: ListScene, to path: String?) async throws -> String {
    let channel = path == nil ? "file" : "text"
    let request = ShareRequest(item(of: scene), as: channel, to: path)
    return try await mediator.perform(Share.share, request).sentence
  }

  /// Puts what a scene shows into the clipboard of the terminal, and says so.
  func copy(_ scene: ListScene) async throws -> String? {
    let document = try await mediator.perform(Share.clipboard, item(of: scene))
    send(String(decoding: document.content, as: UTF8.self))
    return document.note
  }

  private func item(of scene: ListScene) -> ShareItem {
    ShareItem(title: scene.title, text: scene.snapshot.text(on: Page(columns: 72)))
  }
}
