/// The limits of a feed; an import rejects a larger one.
struct FeedLimits: Sendable {
  /// The number of bytes to which all files together may unpack.
  var unpackedBytes = 1 << 30
  /// The largest ratio of unpacked to packed size; small archives may unpack to `freeBytes` in any
  /// case. Among 23 real feeds, the highest ratio is 9.
  var ratio = 20
  /// The number of stops.
  var stops = 50_000
  /// The number of lines.
  var lines = 10_000
  /// The number of services, and the number of trips in trips.txt.
  var ids = 1_000_000
  /// The number of stops of one station.
  var stopsOfStation = 1000
  /// The number of trips that headways expand to.
  var trips = 1_000_000
  /// The number of calls of all trips, with those that headways expand to. Some searches read
  /// all of them.
  var calls = 50_000_000
  /// The number of transfers.
  var transfers = 500_000
  /// The number of pairs of stops between which passengers may change: all pairs within each
  /// station, and those of transfers. One transfer between two stations stands for all pairs of
  /// their stops. Of the stations whose transfers between trips exceed it, those are left out.
  var stopPairs = 20_000_000
  /// The number of pathways that the search of all ways through stations visits at most.
  var pathwayVisits = 5_000_000
  /// The number of fares, and the number of zones.
  var fares = 100_000
  /// The number of rules for fares.
  var fareRules = 500_000

  /// The size to which every feed may unpack, however small its archive is.
  private static let freeBytes = 24 << 20
  /// The size of the shortest useful row in bytes; real rows have at least 30.
  private static let shortestRow = 16

  /// Returns the number of bytes to which the files of an archive of `size` bytes may unpack.
  func bytes(ofArchive size: Int) -> Int {
    let (scaled, overflows) = ratio.multipliedReportingOverflow(by: size)
    let allowed = overflows ? .max : scaled
    return min(unpackedBytes, max(Self.freeBytes, allowed))
  }

  /// Returns the number of rows that a file of `size` bytes may have.
  func rows(ofFile size: Int) -> Int { Self.freeBytes / Self.shortestRow + size / Self.shortestRow }
}

/// The error with which an import rejects a feed.
struct FeedRejection: Error, Equatable {
  /// The rest of a sentence that begins with the name of the feed.
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
