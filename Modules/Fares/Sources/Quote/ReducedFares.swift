import DataSourceInterface
import FaresInterface

// Many feeds have fares for some passengers only, and say so in nothing but a name.

extension Timetable.Fares {
  private static let reducedWords: Set = [
    "child", "children", "concession", "disabled", "disability", "ermassigt", "lift", "reduced",
    "reducida", "reducido", "reduit", "reduzida", "reduzido", "senior", "seniors", "student",
    "students", "youth",
  ]
  private static let usualWords: Set = ["adult", "adults", "full", "regular", "standard"]

  /// Whether the id, the name or the medium of a price without a rider category says that it is not
  /// for everybody.
  func isReduced(_ price: Int) -> Bool {
    let texts = [prices.id[price], prices.name[price], offer(price)?.medium ?? ""]
    let words = Set(
      texts.joined(separator: " ").folded.split { !$0.isLetter }.map(String.init))
    return !words.isDisjoint(with: Self.reducedWords) && words.isDisjoint(with: Self.usualWords)
  }
}
