import Mediator

/// A network seen in one direction of time, and the bounds that were needed there so far.
final class Heading: Sendable {
  let network: Network
  private let known: Lock<Known>

  private struct Known {
    var times: LeastTimes?
    /// By the first stop of the target.
    var bounds: [Bounds?]
  }

  init(_ network: Network) {
    self.network = network
    known = Lock(Known(bounds: Array(repeating: nil, count: network.stopCount)))
  }

  /// How long it takes at the least to a station, given by its stops; found out once.
  func bounds(to targets: Range<Int>) -> Bounds {
    let (times, bounds) = known.withLock { ($0.times, $0.bounds[targets.lowerBound]) }
    if let bounds { return bounds }
    let needed = times ?? LeastTimes(network)
    let new = Bounds(network, needed, to: targets)
    known.withLock {
      $0.times = needed
      $0.bounds[targets.lowerBound] = new
    }
    return new
  }
}
