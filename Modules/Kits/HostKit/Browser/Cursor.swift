import Console
import Scenes

/// The selected row among lines, and the scroll position.
///
/// Every method takes the row path of each line (nil for a line of no row) and the number of
/// visible lines.
struct Cursor: Equatable {
  /// The selected row; nil when no line belongs to a row.
  private(set) var selection: RowPath?
  /// The number of lines above the visible ones.
  private(set) var top = 0
  /// Whether a motion or a call of `select` has determined the selection.
  private(set) var isMoved = false
  /// The first line of the selected row.
  private var line = 0

  /// Moves the selection. If the next row in the direction is too far away, or there is none,
  /// scrolls instead.
  mutating func move(_ motion: Motion, in lines: [RowPath?], height: Int) {
    isMoved = true
    update(for: lines, height: height)
    let page = max(height - 1, 1)
    let starts = lines.rowStarts
    switch motion {
    case .up: select(starts.last { $0 < line }, orScrollBy: -1, in: lines, height)
    case .down: select(starts.first { $0 > line }, orScrollBy: 1, in: lines, height)
    case .pageUp:
      let next = starts.first { $0 >= line - page && $0 < line }
      select(next, orScrollBy: -page, in: lines, height)
    case .pageDown:
      let next = starts.last { $0 <= line + page && $0 > line }
      select(next, orScrollBy: page, in: lines, height)
    case .home:
      if let first = starts.first { select(first, in: lines, height) }
      top = 0
    case .end:
      if let last = starts.last { select(last, in: lines, height) }
      top = lines.count
    }
    limitTop(to: lines, height)
  }

  /// Keeps the same row selected when lines are added or removed. If the selected row was removed,
  /// selects the row in its place. If no row was selected, selects the first one, visible or not.
  mutating func update(for lines: [RowPath?], height: Int) {
    if let selection, let start = lines.firstIndex(of: selection) {
      top += start - line
      line = start
    } else if let next = lines.rowStarts.first(where: { $0 >= line }) ?? lines.rowStarts.last {
      let isNew = selection == nil
      (line, selection) = (next, lines[next])
      if !isNew { scrollToSelection(in: lines, height: height) }
    } else {
      (line, selection) = (0, nil)
    }
    limitTop(to: lines, height)
  }

  /// Selects a row, if it is among the lines. If it is not visible, or if it is the first one below
  /// a heading whose rows are not all visible, scrolls to the line above it.
  mutating func select(_ row: RowPath, in lines: [RowPath?], height: Int) -> Bool {
    guard let first = lines.firstIndex(of: row) else { return false }
    isMoved = true
    let isBelowHeading = first > 0 && lines[first - 1] == nil
    let last = isBelowHeading ? (lines[first...].firstIndex(of: nil) ?? lines.count) - 1 : first
    let isVisible = first >= top && last < top + height
    select(first, in: lines, height)
    if !isVisible { top = height > 1 ? first - 1 : first }
    limitTop(to: lines, height)
    return true
  }

  /// Scrolls the lines. When the selected row is no longer visible, selects the nearest one that
  /// is.
  mutating func scroll(by distance: Int, in lines: [RowPath?], height: Int) {
    isMoved = true
    update(for: lines, height: height)
    top += distance
    limitTop(to: lines, height)
    let visible = top..<top + height
    guard selection != nil, !visible.contains(line) else { return }
    let starts = lines.rowStarts.filter(visible.contains)
    guard let next = distance > 0 ? starts.first : starts.last else { return }
    (line, selection) = (next, lines[next])
  }

  /// The number of the selected row, such as "12 of 425", or the visible lines if there are no
  /// rows, such as "1–20 of 33"; nil if all lines are visible.
  func position(in lines: [RowPath?], height: Int) -> String? {
    guard lines.count > height else { return nil }
    let starts = lines.rowStarts
    guard let row = starts.firstIndex(of: line), selection != nil else {
      return "\(top + 1)–\(min(top + height, lines.count)) of \(lines.count)"
    }
    return "\(row + 1) of \(starts.count)"
  }

  /// Scrolls until the selected row is visible.
  mutating func scrollToSelection(in lines: [RowPath?], height: Int) {
    guard selection != nil else { return }
    top = min(max(top, line - height + 1), line)
    // Show the lines above the first row together with it.
    if line == lines.rowStarts.first, line < height { top = 0 }
  }

  private mutating func select(
    _ next: Int?, orScrollBy distance: Int, in lines: [RowPath?], _ height: Int
  ) {
    // Select only a near row; otherwise lines would be skipped unseen.
    let visible = top..<top + height
    let isNear = next.map { next in
      visible.contains(next - distance) || visible.contains(line) && abs(next - line) <= height
    }
    guard let next, isNear == true else { return top += distance }
    select(next, in: lines, height)
  }

  private mutating func select(_ next: Int, in lines: [RowPath?], _ height: Int) {
    line = next
    selection = lines[next]
    scrollToSelection(in: lines, height: height)
  }

  private mutating func limitTop(to lines: [RowPath?], _ height: Int) {
    top = max(min(top, lines.count - height), 0)
  }
}

extension [RowPath?] {
  /// The first line of each row.
  fileprivate var rowStarts: [Int] {
    indices.filter { self[$0] != nil && ($0 == 0 || self[$0 - 1] != self[$0]) }
  }
}

/// A movement of the cursor.
enum Motion: Equatable {
  case up, down, pageUp, pageDown, home, end

  /// The motion of a key that is not a letter; nil for other keys.
  init?(_ key: Key) {
    switch key {
    case .up, .control("p"): self = .up
    case .down, .control("n"): self = .down
    case .pageUp, .control("b"): self = .pageUp
    case .pageDown, .control("f"): self = .pageDown
    case .home: self = .home
    case .end: self = .end
    case .character, .control, .alt, .left, .right, .wordLeft, .wordRight, .enter, .tab, .backspace,
      .delete, .escape, .f1,
      .paste, .mouse:
      return nil
    }
  }

  /// The motion of a letter, for modes in which letters move the cursor; nil for other keys.
  init?(letter key: Key) {
    switch key {
    case .character("k"): self = .up
    case .character("j"): self = .down
    case .character(" "): self = .pageDown
    case .character("g"): self = .home
    case .character("G"): self = .end
    default: return nil
    }
  }
}
