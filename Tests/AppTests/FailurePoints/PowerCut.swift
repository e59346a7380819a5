import Foundation

/// A power cut after a number of calls, and a state in which it may leave the disk.
struct PowerCut: Sendable, CustomStringConvertible {
  let calls: Int
  /// Whether all calls of the process were made.
  let isComplete: Bool
  let nameLoss: Disk.NameLoss
  let contentLoss: Disk.ContentLoss
  let state: Disk.State

  var description: String {
    "power cut after \(calls) calls, loss of names: \(nameLoss), of contents: \(contentLoss)"
  }
}

extension Disk {
  private static let losses: [(NameLoss, ContentLoss)] =
    [
      (.everything, .everything), (.everything, .nothing), (.nothing, .nothing),
      (.nothing, .everything), (.nothing, .secondHalf), (.nothing, .newBytes),
    ] + (1...4).map { (.random(seed: $0), .random(seed: $0)) }

  /// All different states in which a power cut may leave the disk during the calls of a process or
  /// after them.
  static func powerCuts(_ calls: [RecordedCall], in folder: URL) throws -> [PowerCut] {
    var disk = try Disk(folder)
    var known: Set<State> = []
    var cuts: [PowerCut] = []
    for count in 0...calls.count {
      if count > 0 { disk.apply(calls[count - 1]) }
      // After the last call, a state that was right before may be wrong.
      if count == calls.count { known = [] }
      for (nameLoss, contentLoss) in losses {
        let state = disk.state(nameLoss, contentLoss)
        guard known.insert(state).inserted else { continue }
        cuts.append(
          PowerCut(
            calls: count, isComplete: count == calls.count, nameLoss: nameLoss,
            contentLoss: contentLoss, state: state))
      }
    }
    return cuts
  }
}
