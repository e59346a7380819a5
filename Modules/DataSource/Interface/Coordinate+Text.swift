import Foundation

extension Coordinate {
  /// Reads degrees north and east, as in `41.15,-8.61`; nil for anything else.
  public init?(_ text: Substring) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double($0.trimmingCharacters(in: .whitespaces)) }
    guard numbers.count == 2, let north = numbers[0], let east = numbers[1], abs(north) <= 90,
      abs(east) <= 180
    else { return nil }
    self.init(latitude: north, longitude: east)
  }
}
