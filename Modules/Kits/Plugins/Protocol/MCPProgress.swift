import Channel
import Console
import Foundation
import Mediator
import Platform

/// Where the progress of the calls of tools in this task is shown.
package enum ToolProgress {
  /// Receives what the tool does, and the finished fraction from 0 to 1; nil if it is unknown.
  package typealias Report = @Sendable (_ work: String, _ fraction: Double?) -> Void

  /// Nil if nobody shows it.
  @TaskLocal package static var report: Report?
}

/// Receives the reports of a plug-in about the progress of calls.
///
/// Source: Model Context Protocol, revision 2025-11-25, "Progress".
final class MCPProgress: Sendable {
  private let reports: Lock<[Int: ToolProgress.Report?]>
  private let following: Task<Void, Never>

  /// - Parameters:
  ///   - secrets: Texts that no report shows.
  ///   - maximumTime: How long a call may take in all.
  init(of channel: Channel, hiding secrets: [String], maximumTime: Duration) {
    let reports = Lock<[Int: ToolProgress.Report?]>([:])
    self.reports = reports
    let notifications = channel.notifications(of: "notifications/progress")
    following = Task { [weak channel] in
      for await parameters in notifications {
        guard let progress = Progress(parameters, hiding: secrets),
          let report = reports.withLock({ $0[progress.token] })
        else { continue }
        channel?.restartTimeout(of: progress.token, limit: maximumTime)
        report?(progress.message, progress.fraction)
      }
    }
  }

  deinit { following.cancel() }

  /// Passes the reports about a request on, whose token is its id.
  func begin(_ id: Int, _ report: ToolProgress.Report?) { reports.withLock { $0[id] = report } }

  /// Ignores further reports about a request.
  func end(_ id: Int) { reports.withLock { $0[id] = nil } }
}

/// A report of progress.
private struct Progress {
  let token: Int
  let message: String
  /// From 0 to 1; nil if the plug-in does not say it.
  let fraction: Double?

  /// Nil for a report that is not valid.
  init?(_ parameters: Data, hiding secrets: [String]) {
    guard case .object(let members)? = try? JSON.decode(JSONValue.self, from: parameters) else {
      return nil
    }
    switch members["progressToken"] {
    case .integer(let number)?: token = number
    case .text(let text)?:
      guard let number = Int(text) else { return nil }
      token = number
    case .null?, .boolean?, .number?, .list?, .object?, nil: return nil
    }
    let (done, total) = (members["progress"]?.double, members["total"]?.double)
    fraction = done.flatMap { done in total.flatMap { $0 > 0 ? done / $0 : nil } }
    let text = if case .text(let text)? = members["message"] { text } else { "" }
    let count = members["progress"]?.scalarText ?? ""
    message = (text.isEmpty ? count : text).printable.hiding(secrets).quotedFromPlugin
  }
}
