package import Foundation

/// Reads the records that are appended to a `RecordLog` after the reader was created, each once.
package struct RecordReader: Sendable {
  private static let chunkSize = 1 << 16

  private let log: RecordLog
  private var number: Int
  private var file: LockableFile
  /// The beginning of a line whose end is not written yet.
  private var line = Data()
  /// Whether the line is too long for a record.
  private var isTooLong = false

  /// Creates a reader, and the folder of the log if it is missing.
  /// - Throws: `POSIXError`
  package init(of log: RecordLog) throws {
    try DataFolder(log.folder).create()
    let folder = try LockableFile(log.folder.path)
    try folder.lock(LOCK_EX)
    defer { withExtendedLifetime(folder) {} }
    let last = log.numbers.last
    let number = last ?? 1
    let file = try LockableFile(
      log.path(of: number), last == nil ? O_RDWR | O_CREAT | O_EXCL : O_RDONLY)
    try file.lock(LOCK_SH)
    guard lseek(file.descriptor, 0, SEEK_END) >= 0 else { throw POSIXError.last }
    (self.log, self.number, self.file) = (log, number, file)
  }

  /// Reads the records that were appended since the last call.
  /// - Parameters:
  ///   - receive: Called for each record.
  ///   - skip: Called with the reason when records are skipped.
  /// - Throws: `POSIXError`; `.ENOENT` when the files were removed, after which this reader receives
  ///   nothing more.
  package mutating func read(
    _ receive: (Data) -> Void, skip: (String) -> Void
  ) throws {
    var isComplete = false
    while true {
      let bytes = try file.read(upTo: Self.chunkSize)
      guard bytes.isEmpty else {
        add(bytes, receive, skip)
        continue
      }
      if isComplete {
        try readNextFile(skip)
        isComplete = false
      } else if log.numbers.contains(where: { $0 > number }) {
        // Nothing more is appended to this file, but its last record may be newer than the read.
        isComplete = true
      } else {
        guard try file.status.st_nlink > 0 else { throw POSIXError(.ENOENT) }
        return
      }
    }
  }

  private mutating func add(
    _ bytes: Data, _ receive: (Data) -> Void, _ skip: (String) -> Void
  ) {
    let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index > 0 {
        if !line.isEmpty { receive(line) }
        (line, isTooLong) = (Data(), false)
      }
      guard !isTooLong else { continue }
      line += part
      guard line.count >= RecordLog.maximumRecordSize else { continue }
      (line, isTooLong) = (Data(), true)
      skip("a record is too long")
    }
  }

  private mutating func readNextFile(_ skip: (String) -> Void) throws {
    guard let next = log.numbers.first(where: { $0 > number }) else { return }
    if next != number + 1 { skip("too many were published while it was suspended") }
    let file = try LockableFile(log.path(of: next))
    // Before the lock of the old file is released, so that no file with unread records is removed.
    try file.lock(LOCK_SH)
    (self.file, number) = (file, next)
    (line, isTooLong) = (Data(), false)
  }
}
