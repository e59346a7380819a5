import CityListInterface
import Foundation

extension CityProgressed {
  /// What is going on, for a line of progress.
  var words: String {
    switch state {
    case .queued: "waiting to download \(city)"
    case .downloading:
      ["downloading \(city)", received?.megabytes, remaining?.rest].compactMap(\.self)
        .joined(separator: ", ")
    case .importing: "importing \(city)"
    case .absent, .paused, .ready, .updateAvailable, .failed: "\(city)"
    }
  }
}

extension Int {
  fileprivate var megabytes: String { String(format: "%.1f MB", Double(self) / 1e6) }
}

extension Duration {
  fileprivate var rest: String {
    let seconds = components.seconds
    return seconds < 60 ? "\(seconds) s left" : "\(seconds / 60) min left"
  }
}
