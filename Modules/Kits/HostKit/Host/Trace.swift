import Console
import Documents
import Foundation
import Mediator
import Platform

/// The calls and events of one command, as a tree with durations.
struct Trace: Sendable {
  private let recorder = TraceRecorder()
  private let subscription: Subscription
  private let start = ContinuousClock.now

  /// Starts to record the calls and events of `mediator`.
  init(of mediator: Mediator) {
    subscription = mediator.intercept(with: recorder)
  }

  /// The spans recorded so far under a title, with the errors of those that failed, as a document.
  func document(_ title: String) -> Document {
    var table = Table(.init(isFlexible: true), .init("", .right), .init(isFlexible: true))
    table.append(Text(verbatim: title, .title), Text(verbatim: (.now - start).threeDigits, .faint))
    let spans = recorder.spans
    let children = Dictionary(grouping: spans, by: \.parent)
    let ids = Set(spans.map(\.id))
    let roots = spans.filter { span in !(span.parent.map { ids.contains($0) } ?? false) }
    func append(_ spans: [TraceRecorder.Span], margin: String) {
      let rows = mergingRepeatedEvents(of: spans) { children[$0.id] == nil }
      for (index, row) in rows.enumerated() {
        let isLast = index == rows.count - 1
        table.append(
          Text(verbatim: margin + (isLast ? "└─ " : "├─ ") + row.name),
          Text(verbatim: row.duration.threeDigits, .faint),
          Text(verbatim: (row.failure ?? "").withoutAddressSecrets))
        append(children[row.id] ?? [], margin: margin + (isLast ? "   " : "│  "))
      }
    }
    append(roots, margin: "")
    return [.table(table)]
  }

  /// Merges adjacent events of the same name that have no children into one span.
  private func mergingRepeatedEvents(
    of spans: [TraceRecorder.Span], where isLeaf: (TraceRecorder.Span) -> Bool
  ) -> [TraceRecorder.Span] {
    var rows: [(span: TraceRecorder.Span, count: Int)] = []
    for span in spans {
      if let last = rows.last?.span, span.isEvent, last.isEvent, last.name == span.name,
        isLeaf(last), isLeaf(span)
      {
        rows[rows.count - 1].span.duration += span.duration
        rows[rows.count - 1].count += 1
      } else {
        rows.append((span, 1))
      }
    }
    return rows.map { row in
      var span = row.span
      if row.count > 1 { span.name += " × \(row.count)" }
      return span
    }
  }
}

/// Records each call and each publication when it ends.
final class TraceRecorder: Interceptor {
  /// One call or one publication.
  struct Span: Sendable {
    let id: Int
    let parent: Int?
    let isEvent: Bool
    var name: String
    var duration: Duration
    /// The error of a call that failed.
    let failure: String?
  }

  let needsParents = true
  private let recorded = Lock<[Span]>([])

  /// The spans recorded so far, in the order in which they began.
  var spans: [Span] { recorded.withLock { $0 }.sorted { $0.id < $1.id } }

  func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    let start = ContinuousClock.now
    func record(failure: String? = nil) {
      let span = Span(
        id: call.id, parent: call.parent, isEvent: false, name: call.action.path,
        duration: start.duration(to: .now), failure: failure)
      recorded.withLock { $0.append(span) }
    }
    do {
      let output = try await next(input)
      record()
      return output
    } catch {
      record(failure: error is CancellationError ? "cancelled" : "\(error)")
      throw error
    }
  }

  func intercept<Published: Event>(
    _ publication: Publication, _ event: Published, next: (Published) -> Void
  ) {
    let start = ContinuousClock.now
    next(event)
    let span = Span(
      id: publication.id, parent: publication.parent, isEvent: true, name: "\(publication.event)",
      duration: start.duration(to: .now), failure: nil)
    recorded.withLock { $0.append(span) }
  }
}

extension Duration {
  /// The duration with three significant digits and its unit, such as `1.25 ms`.
  fileprivate var threeDigits: String {
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
