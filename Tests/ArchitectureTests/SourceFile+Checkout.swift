import ModuleRules
import TestSupport

extension SourceFile {
  /// All Swift files in some folders of the checkout that these tests were built from.
  static func all(in folders: [String]) throws -> [SourceFile] {
    try all(in: folders, of: SharedData.checkout)
  }
}
