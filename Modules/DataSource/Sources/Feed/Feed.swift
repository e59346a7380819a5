/// The files of a feed, by name; each is read when it is asked for.
struct Feed {
  let limits: Limits
  /// How many bytes all files that can be read have together.
  let size: Int
  private let read: (String) throws(Refusal) -> Buffer?

  /// The feed in a zip archive: at its root, or else in the one folder that has a stops.txt.
  init(_ archive: Archive) throws(Refusal) {
    let files = try archive.feedFiles()
    let needed = files.filter { Self.files.contains($0.key) }
    var budget = archive.limits.unpackedBytes
    limits = archive.limits
    size = needed.values.reduce(0) { $0.addingReportingOverflow($1.size).partialValue }
    read = { name throws(Refusal) in
      guard let member = needed[name] else { return nil }
      return try archive.unpack(member, budget: &budget)
    }
  }

  /// The feed that `texts` make, by file name.
  init(_ texts: [String: [UInt8]], limits: Limits = Limits()) {
    self.limits = limits
    size = texts.values.reduce(0) { $0 + $1.count }
    read = { texts[$0].map { Buffer($0) } }
  }

  /// The files that an import reads.
  static let files = [
    "agency.txt", "stops.txt", "routes.txt", "trips.txt", "stop_times.txt", "calendar.txt",
    "calendar_dates.txt", "frequencies.txt", "transfers.txt",
  ]

  /// A file that may be missing.
  func table(_ name: String) throws(Refusal) -> CSVTable? {
    try read(name).map { CSVTable($0) }
  }

  /// A file without which there is no network, and the columns it cannot do without.
  func table(_ name: String, with columns: String...) throws(Refusal) -> CSVTable {
    guard let table = try table(name) else {
      throw Refusal("\(name) is missing; expected a zip with the files of a GTFS feed")
    }
    for column in columns where table.column(column) == nil {
      throw Refusal("\(name) has no column '\(column)'; expected comma-separated GTFS in UTF-8")
    }
    return table
  }
}

extension Archive {
  /// The files of the feed by their names in lower case.
  fileprivate func feedFiles() throws(Refusal) -> [String: Member] {
    let files = members.filter { !$0.isFolder && !$0.path.contains("__MACOSX") }
    let folders = Set(
      files.filter { $0.path.last?.lowercased() == "stops.txt" }.map { $0.path.dropLast() })
    guard folders.count < 2 || folders.contains([]) else {
      let names = folders.map { "'\($0.joined(separator: "/"))'" }.sorted()
      throw Refusal(
        "it holds several feeds, in \(names.joined(separator: " and ")); pack one of them alone")
    }
    let folder = folders.contains([]) ? [] : folders.first ?? []
    var named: [String: Member] = [:]
    for file in files where file.path.dropLast() == folder {
      if let name = file.path.last { named[name.lowercased()] = file }
    }
    return named
  }
}
