import Foundation
import TestSupport

/// The checkout that these tests were built from.
enum Checkout {
  /// The Swift files in some folders, with their paths from the package's folder.
  static func sources(in folders: [String]) throws -> [(path: String, text: String)] {
    try folders.flatMap { name in
      let folder = SharedData.checkout.appending(path: name)
      let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
      return try (files ?? []).filter { $0.hasSuffix(".swift") }.sorted().map {
        ("\(name)/\($0)", try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
      }
    }
  }
}
