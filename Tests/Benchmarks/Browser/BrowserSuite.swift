import DataSourceInterface
import Foundation

/// The browser of the real host, from each key to the whole of its answer on the terminal.
enum BrowserSuite: Suite {
  static let name = "browser"

  static func figures(_ options: Options) async throws -> [Figure] {
    // Built with `swift build -c release`; a slice has no host.
    let host = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "metro")
    guard FileManager.default.isExecutableFile(atPath: host.path) else { return [] }
    let city = try await SearchedCity(options)
    let typist = try Typist(host, home: city.folder)
    defer { typist.end() }
    let names = RandomQuestion.some(2, of: city.timetable, seed: options.seed).map {
      city.timetable.place(ofStation: $0.from).name
    }
    // Each station is looked for letter by letter: the first of the two searches comes first.
    typist.type("/Journey".map(String.init) + ["\r", "\r"])
    typist.reset()
    typist.type((0..<20).map { $0 < 10 ? "\u{1B}[B" : "\u{1B}[A" })
    let moves = typist.reset()
    var letters: [Double] = []
    for name in names {
      typist.type(name.map(String.init))
      letters += typist.reset()
      typist.type(["\r"])
    }
    let opened = typist.reset()
    typist.type(["f"] + Array(repeating: "\u{1B}[C", count: 60) + ["l", "\u{1B}[C"])
    let turns = typist.reset()
    try await city.close()
    return [
      ("a row further", moves), ("a letter of a search", letters), ("a station chosen", opened),
      ("a journey later", turns),
    ].flatMap { name, times in
      [
        Figure("\(name), half of the keys", times.median, "ms", bar: .atMost(50)),
        Figure("\(name), the slowest key", times.max() ?? .nan, "ms", bar: .atMost(50)),
      ]
    }
  }
}
