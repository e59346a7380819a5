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

  /// The archives of `bad/manifest.csv`, each with its verdict; none where there is no such file.
  static var badArchives: [(file: String, verdict: String)] {
    guard let text = try? String(contentsOfFile: path("bad/manifest.csv"), encoding: .utf8) else {
      return []
    }
    let table = CSVTable(Buffer(text.utf8).bytes)
    let (file, verdict) = (table.column("file"), table.column("verdict"))
    var archives: [(String, String)] = []
    try? table.forEachRow { archives.append(($0[file].text, $0[verdict].text)) }
    return archives
  }
}
