import DataSourceInterface

/// Collects the numbers of calls while stop_times.txt is read.
struct CallNumberImport {
  /// By label of a trip, the number of its first call.
  private var first: [Int32]
  /// By label of a trip, the number of its list; −1 for numbers without gaps.
  private var lists: [Int32]
  private var table = ListTable()

  /// - Parameter labels: The number of trips in trips.txt.
  init(labels: Int) {
    first = Array(repeating: 0, count: labels)
    lists = Array(repeating: -1, count: labels)
  }

  /// Sets the numbers of a trip.
  mutating func set(_ calls: ArraySlice<StopTime>, ofLabel label: Int32) {
    guard let start = calls.first?.sequence else { return }
    first[Int(label)] = Int32(clamping: start)
    var next = start
    for call in calls {
      guard call.sequence == next else {
        lists[Int(label)] = table.number(of: calls.map { Int32(clamping: $0.sequence) })
        return
      }
      next &+= 1
    }
    lists[Int(label)] = -1
  }

  /// The columns with all numbers, in the order of the labels.
  var columns: Timetable.CallNumbers {
    var starts: [Int32: Int32] = [:]
    var numbers: [Int32] = []
    let positions = lists.map { list -> Int32 in
      guard list >= 0 else { return -1 }
      if let start = starts[list] { return start }
      let start = Int32(numbers.count)
      starts[list] = start
      numbers += table[list]
      return start
    }
    return Timetable.CallNumbers(
      first: Column(first), list: Column(numbers.isEmpty ? [] : positions),
      numbers: Column(numbers))
  }
}
