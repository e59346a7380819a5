/// How much a feed may ask for before it is refused.
struct Limits {
  /// How many bytes its files may be together, unpacked.
  var unpackedBytes = 512 << 20
  /// How many times its packed size a file may be; small files are free.
  var ratio = 250
  /// How many stops it may have, how many lines, services and trips.
  var ids = 2_000_000
  /// How many stops one station may have.
  var stopsOfStation = 1000
  /// How many trips its headways may stand for.
  var trips = 5_000_000
}
