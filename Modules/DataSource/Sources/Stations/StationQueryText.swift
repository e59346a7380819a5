/// What a person typed, ready to be compared with folded names.
struct StationQueryText {
  let folded: String
  let whole: [UInt8]
  /// Its words, where there are several, the longest first: it is the least likely to be found.
  let parts: [[UInt8]]
  /// The words in one.
  let joined: [UInt8]

  init(_ text: String) {
    folded = text.folded
    whole = Array(folded.utf8)
    let words = folded.split(separator: " ").map { Array($0.utf8) }
    parts = words.count > 1 ? words.sorted { $0.count > $1.count } : []
    joined = Array(words.joined())
  }

  var isEmpty: Bool { whole.isEmpty }
}
