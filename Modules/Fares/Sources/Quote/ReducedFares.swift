import DataSourceInterface

// Many feeds have fares for some passengers only, and say so in nothing but a name.

extension Timetable.Fares {
  private static let reducedWords: Set = [
    "child", "children", "concession", "disabled", "disability", "ermassigt", "income", "reduced",
    "reducida", "reducido", "reduit", "reduzida", "reduzido", "senior", "seniors", "student",
    "students", "youth",
  ]
  private static let usualWords: Set = ["adult", "adults", "full", "regular", "standard"]

  /// Whether the id or the name of a price without a rider category says that it is not for
  /// everybody.
  func isReduced(_ price: Int) -> Bool {
    let text = "\(prices.id[price]) \(prices.name[price])".folded
    let words = Set(text.split { !$0.isLetter }.map(String.init))
    return !words.isDisjoint(with: Self.reducedWords) && words.isDisjoint(with: Self.usualWords)
  }
}
