extension Timetable {
  /// What trains show besides the headsign of their trip. A column is empty where the feed gives
  /// nothing.
  public struct TrainSigns: Sendable {
    /// The signs of a feed that gives none.
    public static let none = TrainSigns(
      texts: TextColumn([String]()), number: Column([]), firstHeadsign: Column([]),
      headsign: Column([]))

    /// The texts of all signs.
    public let texts: TextColumn
    /// By label of a trip, the position in `texts` of its number, the feed's `trip_short_name`; −1
    /// for none.
    public let number: Column<Int32>
    /// By label of a trip, the position in `headsign` of its first call, which those of its other
    /// calls follow; −1 for a trip that shows its own headsign everywhere.
    public let firstHeadsign: Column<Int32>
    /// The position in `texts` of the headsign at a call; −1 for that of the trip.
    public let headsign: Column<Int32>

    /// Creates the signs from their texts, two columns by label and one by call.
    public init(
      texts: TextColumn, number: Column<Int32>, firstHeadsign: Column<Int32>,
      headsign: Column<Int32>
    ) {
      self.texts = texts
      self.number = number
      self.firstHeadsign = firstHeadsign
      self.headsign = headsign
    }

    /// Returns the number of a trip; nil without one.
    public func number(ofLabel label: Int) -> String? {
      guard !number.isEmpty, number[label] >= 0 else { return nil }
      return texts[Int(number[label])]
    }

    /// Returns the headsign at the call `position` of a trip, counted from 0; nil if it is that of
    /// the trip.
    public func headsign(ofLabel label: Int, at position: Int) -> String? {
      guard !firstHeadsign.isEmpty, firstHeadsign[label] >= 0 else { return nil }
      let text = headsign[Int(firstHeadsign[label]) + position]
      return text < 0 ? nil : texts[Int(text)]
    }
  }
}
