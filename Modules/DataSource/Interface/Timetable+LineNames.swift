import Foundation
import Mediator

extension Timetable {
  /// Returns the lines that a text means: the one with this id; or else all with this short name,
  /// long name or id, without regard to case, accents and width; or else all with this name but for
  /// a word for line, as `L6` or `line 6` means `6`. Empty when there is none.
  public func lines(named text: String) -> Set<Int32> {
    Set(lineNames.lines(named: text).map(Int32.init))
  }

  /// Returns the error for a text that means no line, with the most similar names.
  public func unknownLine(_ text: String) -> DataSourceError {
    lineNames.unknownLine(text, city: name)
  }

  private var lineNames: LineNames {
    LineNames(
      ids: Array(routes.id), names: (0..<routes.count).map { line(ofRoute: $0).translatedName },
      longNames: (0..<routes.count).map { longName(ofRoute: $0) })
  }
}

extension [LineDetails] {
  /// Returns the lines that a text means, as `Timetable.lines(named:)`.
  /// - Parameter city: The city's name for people.
  /// - Throws: `DataSourceError.unknownLine` when there is none.
  public func lines(
    named text: String, in city: String
  ) throws(DataSourceError) -> [LineDetails] {
    let names = LineNames(
      ids: map(\.line.id), names: map(\.line.translatedName), longNames: map(\.longName))
    let found = names.lines(named: text)
    guard !found.isEmpty else { throw names.unknownLine(text, city: city) }
    return found.map { self[$0] }
  }
}

/// The texts that mean lines.
private struct LineNames {
  let ids: [String]
  let names: [TranslatedName]
  let longNames: [TranslatedName?]

  func lines(named text: String) -> [Int] {
    if let line = ids.firstIndex(of: text) { return [line] }
    let folded = text.folded
    guard !folded.isEmpty else { return [] }
    let named = [names.map(\.all), longNames.map { $0?.all ?? [] }, ids.map { [$0] }].lazy
      .map { names in names.indices.filter { names[$0].contains { $0.folded == folded } } }
      .first { !$0.isEmpty }
    if let named { return named }
    let withoutWord = folded.withoutWordForLine
    let number = withoutWord.withoutLetterForLine
    let forms = names.map { $0.all.map(\.folded) }
    return [
      forms.indices.filter { forms[$0].contains(withoutWord) },
      forms.indices.filter { forms[$0].contains(number) },
      forms.indices.filter { line in
        forms[line].contains { $0.withoutWordForLine.withoutLetterForLine == number }
      },
    ].first { !$0.isEmpty } ?? []
  }

  func unknownLine(_ text: String, city: String) -> DataSourceError {
    let all = Set(names.map(\.shown)).sorted {
      $0.compare($1, options: [.numeric, .caseInsensitive]) == .orderedAscending
    }
    // A single typing error turns each name of one letter into any other, so those without a common
    // letter are left out.
    let letters = Set(text.folded)
    let similar = (all + longNames.compactMap(\.self?.shown)).filter {
      !letters.isDisjoint(with: $0.folded)
    }
    return .unknownLine(text, city: city, nearest: similar.nearest(to: text, limit: 3), all: all)
  }
}

extension String {
  private static let wordsForLine = ["line ", "linha ", "linea ", "ligne ", "linie "]

  /// The folded name of a line without a word for line before it: `6` for `line 6`.
  fileprivate var withoutWordForLine: String {
    Self.wordsForLine.first(where: hasPrefix).map { String(dropFirst($0.count)) } ?? self
  }

  /// The folded name of a line without the letter for line before its number: `6` for `l6`.
  fileprivate var withoutLetterForLine: String {
    hasPrefix("l") && dropFirst().first?.isNumber == true ? String(dropFirst()) : self
  }
}
