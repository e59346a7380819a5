import Foundation
import Mediator
public import ModuleManager
import ShareInterface

/// Shares text: shows it, or writes it to a file.
public struct ShareModule: Module {
  /// What the module is, needs and offers.
  public static let manifest = Manifest(
    Share.self, summary: "shares text on the terminal or as a file", answers: [Share.share])

  /// Creates the module.
  public init(context: ModuleContext) {}

  /// Binds `Share.share`.
  public func connect(_ connection: Connection) {
    connection.answer(Share.share) { item in
      guard !item.text.isEmpty else { throw ShareError.emptyText(title: item.title) }
      if let path = item.to { try item.text.writeWhole(to: path) }
      return ShareReceipt(title: item.title, text: item.text, file: item.to)
    }
  }
}

extension String {
  /// Writes the text and a final newline to a file: all of it or, when that fails, nothing.
  fileprivate func writeWhole(to path: String) throws(ShareError) {
    guard !path.isEmpty else { throw .emptyPath }
    let url = URL(fileURLWithPath: path)
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue
    {
      throw .isFolder(path)
    }
    do {
      try Data((self + "\n").utf8).write(to: url, options: .atomic)
    } catch {
      throw .cannotWrite(path, reason: error.reason)
    }
  }
}
