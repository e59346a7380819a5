import DataSourceInterface

/// The headsigns that trains show at single calls, by label of their trips.
struct CallHeadsigns {
  /// The headsigns, by number.
  var texts: IDTable
  private var lists = ListTable()
  /// By label, the number of the list of headsigns by call.
  private var listOfLabel: [Int32: Int32] = [:]

  init(limit: Int) {
    texts = IDTable(limit: limit)
  }

  /// Sets the headsigns of a trip.
  mutating func set(_ calls: ArraySlice<StopTime>, ofLabel label: Int32) {
    guard calls.contains(where: { $0.headsign >= 0 }) else { return }
    listOfLabel[label] = lists.number(of: calls.map(\.headsign))
  }

  /// Removes the headsigns of the trips with some labels.
  mutating func remove(where isRemoved: (_ label: Int) -> Bool) {
    listOfLabel = listOfLabel.filter { !isRemoved(Int($0.key)) }
  }

  /// Returns the number of the list of headsigns of a trip; nil if it shows its own one everywhere.
  fileprivate func list(ofLabel label: Int) -> Int32? { listOfLabel[Int32(label)] }

  /// Returns the headsigns of a list; nil for a call with that of the trip.
  fileprivate func headsigns(inList list: Int32) -> [String?] {
    lists[list].map { $0 < 0 ? nil : texts[Int($0)] }
  }
}

extension Timetable.TrainSigns {
  /// The result does not depend on the order of the rows in the feed.
  init(_ trips: TripImport, _ frequencies: FrequencyImport, _ headsigns: CallHeadsigns) {
    var texts: [String] = []
    var positions: [String: Int32] = [:]
    func position(_ text: String) -> Int32 {
      if let known = positions[text] { return known }
      positions[text] = Int32(texts.count)
      texts.append(text)
      return Int32(texts.count - 1)
    }
    // By position in `trips.numbers`.
    var known = [Int32](repeating: -1, count: trips.numbers.count)
    let haveNumbers = trips.haveNumbers
    let numbers = trips.number.enumerated().map { trip, number -> Int32 in
      // A trip with headways is run by many trains.
      guard haveNumbers, number >= 0, !frequencies.hasHeadways(trip) else { return -1 }
      if known[Int(number)] < 0 { known[Int(number)] = position(trips.numbers[Int(number)]) }
      return known[Int(number)]
    }
    /// The list of a trip, and the headsign of the trip, which the list does not repeat.
    struct Key: Hashable {
      let list: Int32
      let headsign: String
    }
    var (signs, starts): ([Int32], [Key: Int32]) = ([], [:])
    let first = (0..<trips.count).map { trip -> Int32 in
      guard let list = headsigns.list(ofLabel: trip) else { return -1 }
      let key = Key(list: list, headsign: trips.headsign[trip])
      if let start = starts[key] { return start }
      let own = headsigns.headsigns(inList: list).map { text in
        text.map { $0 == key.headsign ? -1 : position($0) } ?? -1
      }
      let start = own.contains { $0 >= 0 } ? Int32(signs.count) : -1
      if start >= 0 { signs += own }
      starts[key] = start
      return start
    }
    self.init(
      texts: TextColumn(texts), number: Column(numbers.contains { $0 >= 0 } ? numbers : []),
      firstHeadsign: Column(signs.isEmpty ? [] : first), headsign: Column(signs))
  }
}
