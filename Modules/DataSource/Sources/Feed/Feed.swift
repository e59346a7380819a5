import DataSourceInterface

/// The files of a GTFS feed by name. Each file is unpacked only when its table is requested.
struct Feed {
  let limits: FeedLimits
  /// The problems found so far.
  let diagnostics = FeedDiagnostics()
  /// The names of all files.
  let names: Set<String>
  /// The paths of the files outside the folder of the feed.
  private let otherFiles: [String]
  private let read: (String) throws(FeedRejection) -> LineReader?
  /// The number of bytes of a file that are unpacked at once.
  private static let partSize = 512 << 10

  /// Opens the feed in a zip archive: at the root, or else in the only folder that contains a
  /// stops.txt. If the archive contains only another archive, that one is opened instead.
  ///
  /// A file that the archive contains several times is a diagnostic. If the copies differ, its
  /// table is rejected: programs take the first or the last copy, and nothing tells which is right.
  init(_ outer: Archive, partSize: Int = partSize) throws(FeedRejection) {
    var budget = outer.budget
    var unpackedNames: Set<String> = []
    let archive = try outer.nestedArchive(budget: &budget) ?? outer
    let (files, otherFiles) = try archive.feedFiles()
    self.otherFiles = otherFiles
    limits = archive.limits
    names = Set(files.keys)
    if outer.suffixSize + archive.suffixSize > 0 {
      diagnostics.file("zip archive").add(
        .surplusBytes, "\(max(outer.suffixSize, archive.suffixSize)) bytes")
    }
    for (name, copies) in files {
      for copy in copies.dropFirst() { diagnostics.file(name).add(.repeatedFile, copy.name) }
    }
    read = { [diagnostics] name throws(FeedRejection) in
      guard let copies = files[name], let first = copies.first else { return nil }
      // A file that is read again counts once.
      if !unpackedNames.insert(name).inserted { budget += first.size }
      // Only this file is large. The others are checked as a whole before their columns are.
      if copies.count == 1, name == "stop_times.txt" {
        return try archive.lines(of: first, partSize: partSize, budget: &budget)
      }
      let content = try archive.unpack(first, budget: &budget)
      for copy in copies.dropFirst() {
        guard try archive.unpack(copy, budget: &budget).hasSameContent(as: content) else {
          // None of the copies was used.
          diagnostics.file(name).remove(.repeatedFile)
          throw FeedRejection(
            "it contains different files named '\(name)'; create the archive again with one of them"
          )
        }
      }
      return LineReader(content)
    }
  }

  /// Creates a feed from its files by name.
  init(_ files: [String: [UInt8]], limits: FeedLimits = FeedLimits()) {
    self.limits = limits
    names = Set(files.keys)
    otherFiles = []
    read = { files[$0].map { LineReader(Buffer($0).bytes) } }
  }

  /// Reads an optional file; returns nil when the feed does not contain it.
  func table(_ name: String) throws(FeedRejection) -> CSVTable? {
    guard !Task.isCancelled else { throw .cancelled }
    guard let reader = try read(name) else { return nil }
    return try CSVTable(reader, diagnostics.file(name), limits: limits)
  }

  /// The files and columns that were not read so far, by file.
  var unusedParts: [FeedReport.UnusedPart] {
    names.sorted().compactMap { diagnostics.file($0).unusedPart }
      + otherFiles.sorted().map { FeedReport.UnusedPart(file: $0, columns: nil) }
  }

  /// Reads a file again, whose problems were reported already.
  func tableAgain(_ name: String) throws(FeedRejection) -> CSVTable? {
    guard let reader = try read(name) else { return nil }
    return try CSVTable(reader, FileDiagnostics(name: name), limits: limits)
  }

  /// Reads a required file; rejects the feed when the file or one of `columns` is missing.
  func table(_ name: String, with columns: [String]) throws(FeedRejection) -> CSVTable {
    guard let table = try table(name) else {
      throw FeedRejection("\(name) is missing; expected a zip with the files of a GTFS feed")
    }
    for column in columns where table.column(column) == nil {
      throw FeedRejection(
        "\(name) has no column '\(column)'; expected comma-separated GTFS in UTF-8")
    }
    return table
  }

  /// Rejects the feed when the file `name` has more ids than allowed.
  func checkCount(of ids: IDTable, in name: String) throws(FeedRejection) {
    try checkCount(ids.exceedsLimit ? .max : ids.count, limit: ids.limit, in: name)
  }

  /// Rejects the feed when the file `name` has more than `limit` ids.
  func checkCount(_ count: Int, limit: Int, in name: String) throws(FeedRejection) {
    guard count <= limit else {
      throw FeedRejection("\(name) lists more than \(limit) ids; expected the feed of one city")
    }
  }
}

extension Archive {
  /// Opens the archive that is the only file in this one; returns nil when there is none.
  fileprivate func nestedArchive(budget: inout Int) throws(FeedRejection) -> Archive? {
    let files = members.filter { !$0.isFolder }
    guard files.count == 1, files[0].name.lowercased().hasSuffix(".zip") else { return nil }
    return try Archive(unpack(files[0], budget: &budget), limits: limits)
  }

  /// Returns the files of the feed by their names in lower case, several for names that differ only
  /// in case or by `./`; and the paths of other files.
  fileprivate func feedFiles() throws(FeedRejection) -> (feed: [String: [Member]], others: [String])
  {
    let files = members.filter { !$0.isFolder && !$0.path.contains("__MACOSX") }
    let folders = Set(
      files.filter { $0.path.last?.lowercased() == "stops.txt" }.map { $0.path.dropLast() })
    guard folders.count < 2 || folders.contains([]) else {
      let names = folders.map { "'\($0.joined(separator: "/"))'" }.sorted()
      throw FeedRejection(
        "it contains several feeds, in \(names.joined(separator: " and ")); pack one of them alone")
    }
    let folder = folders.contains([]) ? [] : folders.first ?? []
    var filesByName: [String: [Member]] = [:]
    for file in files where file.path.dropLast() == folder {
      if let name = file.path.last { filesByName[name.lowercased(), default: []].append(file) }
    }
    let others = files.filter { $0.path.dropLast() != folder }.map(\.name)
    return (filesByName, others)
  }
}
