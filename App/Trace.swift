import Console
import Foundation
import Mediator

/// The calls and events of one command, as a tree with durations.
struct Trace: Sendable {
  private let notes = TraceNotes()
  private let subscription: Subscription
  private let start = ContinuousClock.now

  /// Notes what passes through `mediator` from now on.
  init(of mediator: Mediator) {
    subscription = mediator.intercept(with: notes)
  }

  /// Draws everything noted so far under a title; what failed says why.
  func text(_ title: String, on page: Page) -> String {
    var table = Table(.init(isFlexible: true), .init("", .right), .init(isFlexible: true))
    table.append(Table.Cell(title, .bold), Table.Cell((.now - start).short, .dim))
    let steps = notes.steps
    let families = Dictionary(grouping: steps, by: \.parent)
    let ids = Set(steps.map(\.id))
    let roots = steps.filter { step in !(step.parent.map { ids.contains($0) } ?? false) }
    func draw(_ steps: [TraceNotes.Step], behind margin: String) {
      let rows = merged(steps) { families[$0.id] == nil }
      for (index, row) in rows.enumerated() {
        let isLast = index == rows.count - 1
        table.append(
          Table.Cell(margin + (isLast ? "└─ " : "├─ ") + row.name),
          Table.Cell(row.duration.short, .dim), Table.Cell(row.failure ?? ""))
        draw(families[row.id] ?? [], behind: margin + (isLast ? "   " : "│  "))
      }
    }
    draw(roots, behind: "")
    return table.text(on: page)
  }

  /// Makes one row of events that followed each other and caused nothing.
  private func merged(
    _ steps: [TraceNotes.Step], where isLeaf: (TraceNotes.Step) -> Bool
  ) -> [TraceNotes.Step] {
    var rows: [(step: TraceNotes.Step, count: Int)] = []
    for step in steps {
      if let last = rows.last?.step, step.isEvent, last.isEvent, last.name == step.name,
        isLeaf(last), isLeaf(step)
      {
        rows[rows.count - 1].step.duration += step.duration
        rows[rows.count - 1].count += 1
      } else {
        rows.append((step, 1))
      }
    }
    return rows.map { row in
      var step = row.step
      if row.count > 1 { step.name += " × \(row.count)" }
      return step
    }
  }
}

extension Duration {
  /// With the three digits that count, such as `1.25 ms`.
  fileprivate var short: String {
    let microseconds = self / .microseconds(1)
    let (value, unit) =
      switch microseconds {
      case ..<1000: (microseconds, "µs")
      case ..<1_000_000: (microseconds / 1000, "ms")
      default: (microseconds / 1_000_000, "s")
      }
    let digits = value < 10 ? 2 : value < 100 ? 1 : 0
    return String(format: "%.\(digits)f \(unit)", value)
  }
}
