import Foundation
import Mediator
import ShareInterface

extension ShareDocument {
  /// Writes the document to a file that is not there yet.
  func writeNew(to path: String) throws(ShareError) {
    guard !FileManager.default.fileExists(atPath: path) else { throw .fileExists(path) }
    try write(to: path)
  }

  /// Writes the document to a file: all of it or, when that fails, nothing.
  func write(to path: String) throws(ShareError) {
    guard !path.isEmpty else { throw .emptyPath }
    // What a link leads to is replaced, not the link.
    let file = URL(filePath: path).resolvingSymlinksInPath()
    let found = try? FileManager.default.attributesOfItem(atPath: file.path)
    let kind = found?[.type] as? FileAttributeType
    guard kind == nil || kind == .typeRegular else { throw .notAFile(path) }
    do {
      try content.write(to: file, options: .atomic)
    } catch {
      throw .cannotWrite(path, reason: error.reason)
    }
  }
}
