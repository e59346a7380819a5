/// What the command line says beside the names of suites.
struct Options {
  /// The feed of the city that is searched; nil for the built-in city.
  var feed: String?
  /// The service day that is searched, such as `2026-11-20`.
  var date: String?
  /// How many questions are asked.
  var queries = 2000
  /// The figures of an earlier run, as `--json` printed them; nil to compare with none.
  var earlier: String?
  /// Where the random questions begin.
  var seed: UInt64 = 1

  /// Takes the options out of a command line; nil where one has no value that fits.
  init?(_ arguments: inout [String]) {
    while let index = arguments.firstIndex(where: { $0.hasPrefix("--") && $0 != "--json" }) {
      guard index + 1 < arguments.count else { return nil }
      let value = arguments[index + 1]
      switch arguments[index] {
      case "--feed": feed = value
      case "--date": date = value
      case "--compare": earlier = value
      case "--queries":
        guard let number = Int(value), number > 0 else { return nil }
        queries = number
      case "--seed":
        guard let number = UInt64(value) else { return nil }
        seed = number
      default: return nil
      }
      arguments.removeSubrange(index...index + 1)
    }
  }
}
