/// The files of a feed, by name; each is read when it is asked for.
struct Feed {
  let limits: Limits
  /// What is wrong with it, as far as it was read.
  let findings = Findings()
  private let read: (String) throws(Refusal) -> Bytes?

  /// The feed in a zip archive: at its root, or else in the one folder that has a stops.txt; or in
  /// the one archive that there is in it.
  init(_ outer: Archive) throws(Refusal) {
    var budget = outer.budget
    let archive = try outer.innermost(budget: &budget)
    let files = try archive.feedFiles()
    limits = archive.limits
    read = { name throws(Refusal) in
      guard let member = files[name] else { return nil }
      return try archive.unpack(member, budget: &budget)
    }
  }

  /// The feed that `texts` make, by file name.
  init(_ texts: [String: [UInt8]], limits: Limits = Limits()) {
    self.limits = limits
    read = { texts[$0].map { Buffer($0).bytes } }
  }

  /// A file that may be missing.
  func table(_ name: String) throws(Refusal) -> CSVTable? {
    guard !Task.isCancelled else { throw .cancelled }
    return try read(name).map { CSVTable($0, findings.file(name), limits: limits) }
  }

  /// A file without which there is no network, and the columns it cannot do without.
  func table(_ name: String, with columns: [String]) throws(Refusal) -> CSVTable {
    guard let table = try table(name) else {
      throw Refusal("\(name) is missing; expected a zip with the files of a GTFS feed")
    }
    for column in columns where table.column(column) == nil {
      throw Refusal("\(name) has no column '\(column)'; expected comma-separated GTFS in UTF-8")
    }
    return table
  }

  /// Refuses a file that has more ids than a city needs.
  func check(_ ids: IDTable, of name: String) throws(Refusal) {
    guard !ids.isOverfull else {
      throw Refusal("\(name) lists more than \(ids.limit) ids; expected the feed of one city")
    }
  }
}

extension Archive {
  /// The archive that is alone in this one; this one where there is none such.
  fileprivate func innermost(budget: inout Int) throws(Refusal) -> Archive {
    let files = members.filter { !$0.isFolder }
    guard files.count == 1, files[0].name.lowercased().hasSuffix(".zip") else { return self }
    return try Archive(unpack(files[0], budget: &budget), limits: limits)
  }

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
