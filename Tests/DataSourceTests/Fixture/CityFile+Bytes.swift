@testable import DataSource

extension CityFile {
  /// Returns the parts of `encode` in one piece.
  static func bytes(_ city: CompiledCity, feedChecksum: UInt32) -> [UInt8] {
    encode(city, feedChecksum: feedChecksum).joined
  }
}

extension [Bytes] {
  var joined: [UInt8] {
    flatMap { (part: Bytes) -> [UInt8] in
      withExtendedLifetime(part) { [UInt8](part.memory) }
    }
  }
}
