import DataSourceInterface

/// The names by which each station is found.
struct StationNames: Sendable {
  /// The first entry of `other` of each station, and one entry more.
  let firstOther: Column<Int32>
  /// The names in other languages, as the feed writes them.
  let other: TextColumn
  /// The first key of each station, and one entry more.
  let firstKey: Column<Int32>
  /// What each key is: the raw value of its `Kind`.
  let kind: Column<UInt8>
  /// What a person may type, folded.
  let key: TextColumn
  /// The place of each station in the order of names.
  let rank: Column<Int32>

  /// What a key was made of, the one that counts most first.
  enum Kind: UInt8 {
    /// The name itself.
    case name
    /// The name in another language.
    case translation
    /// The name in Latin letters, without spaces.
    case latin
    /// The first letters of its words or syllables.
    case initials
  }

  /// The names of a station in other languages.
  func others(of station: Int) -> [String] {
    (Int(firstOther[station])..<Int(firstOther[station + 1])).map { other[$0] }
  }
}
