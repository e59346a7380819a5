import DataSourceInterface
import Foundation
import TestSupport

@testable import DataSource

extension SharedData {
  static func archive(_ name: String) throws -> Archive {
    try Archive(OpenFile.reading(path(name)).content().bytes)
  }

  static func timetable(_ name: String) throws -> Timetable {
    try city(name).timetable
  }

  static func city(_ name: String) throws -> CompiledCity {
    try CompiledCity(Feed(archive(name)), as: .builtIn, name: "Shared")
  }

  /// The archives of `bad/manifest.csv` with their expected results; empty when the file is
  /// missing.
  static var badArchives: [(file: String, expected: String)] {
    guard let text = try? String(contentsOfFile: path("bad/manifest.csv"), encoding: .utf8) else {
      return []
    }
    let table = CSVTable(Buffer(text.utf8).bytes)
    let (file, expected) = (table.column("file"), table.column("expected"))
    var archives: [(String, String)] = []
    try? table.forEachRow { archives.append(($0[file].text, $0[expected].text)) }
    return archives
  }
}
