/// The trains that no search of several with the same labels has boarded, by the rides before. Each
/// search begins earlier than those before it, so that they come ever earlier, too.
final class NewTrains {
  private let network: Network
  /// By rides and entry of `Boardings`, when the latest of these trains leaves; before all times
  /// where there is none.
  private let latest: UnsafeMutableBufferPointer<Int32>

  init(_ network: Network) {
    self.network = network
    latest = .filled(0, count: RoundSearch.mostRides * network.boardings.entries.count)
  }

  deinit { latest.deallocate() }

  /// Makes every train a new one.
  func reset() {
    let closes = network.boardings.entries.map(\.closes)
    for rides in 0..<RoundSearch.mostRides {
      _ = latest[(rides * closes.count)...].update(fromContentsOf: closes)
    }
  }

  /// After so many rides, by entry of `Boardings`, when the latest of them leaves.
  func departures(after rides: Int) -> UnsafeMutableBufferPointer<Int32> {
    let count = network.boardings.entries.count
    return UnsafeMutableBufferPointer(rebasing: latest[(rides * count)..<((rides + 1) * count)])
  }
}
