extension Timetable {
  /// The feed's `stop_sequence` of the calls of trips, by which files about now name them.
  public struct CallNumbers: Sendable {
    /// The numbers of a timetable that has none.
    public static let none = CallNumbers(
      first: Column([]), list: Column([]), numbers: Column([]))

    /// By label of a trip, the number of its first call.
    public let first: Column<Int32>
    /// By label of a trip, the position in `numbers` of the number of its first call, which those
    /// of its other calls follow; −1 where each number is one more than that before it. Empty if
    /// that is so for all trips.
    public let list: Column<Int32>
    /// The numbers of calls.
    public let numbers: Column<Int32>

    /// Creates numbers from two columns by label and one by call.
    public init(first: Column<Int32>, list: Column<Int32>, numbers: Column<Int32>) {
      self.first = first
      self.list = list
      self.numbers = numbers
    }

    /// Returns the call of a trip with a number, counted from 0; nil if none has it.
    /// - Parameters:
    ///   - label: The label of the trip.
    ///   - count: The number of its calls.
    public func call(withNumber number: Int, ofLabel label: Int, of count: Int) -> Int? {
      guard !first.isEmpty else { return nil }
      guard !list.isEmpty, list[label] >= 0 else {
        let call = number - Int(first[label])
        return (0..<count).contains(call) ? call : nil
      }
      let start = Int(list[label])
      return (0..<count).first { Int(numbers[start + $0]) == number }
    }
  }
}
