import Foundation
import ModuleTesting
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(15))) struct RecordLogTests {
  private let temporary = TemporaryFolder()
  private let log: RecordLog

  init() {
    log = RecordLog(in: temporary.url.appending(path: "log"), maximumFileSize: 40)
  }

  private func append(_ records: String...) throws {
    for record in records { try log.append { Data(record.utf8) } }
  }

  /// What a reader has received, and why it has skipped something.
  private func read(_ reader: inout RecordReader) throws -> [String] {
    var found: [String] = []
    try reader.read {
      found.append(String(decoding: $0, as: UTF8.self))
    } skip: {
      found.append("skipped: \($0)")
    }
    return found
  }

  /// Appends bytes as another program would.
  private func damage(_ number: Int, with bytes: Data) throws {
    let file = try LockableFile(log.path(of: number), O_WRONLY | O_APPEND)
    try file.write(bytes)
  }

  @Test func `each reader receives the records after its creation once, in their order`() throws {
    var first = try RecordReader(of: log)
    try append("one", "two")
    var second = try RecordReader(of: log)
    try append("three")
    #expect(try read(&first) == ["one", "two", "three"])
    #expect(try read(&second) == ["three"])
    try append("four")
    #expect(try read(&first) + read(&second) == ["four", "four"])
    #expect(try read(&first) + read(&second) == [])
  }

  @Test func `without a reader, nothing is created, encoded or stored`() throws {
    try log.append {
      Issue.record("nobody reads it")
      return Data()
    }
    #expect(!FileManager.default.fileExists(atPath: temporary.url.path))
    try withExtendedLifetime(RecordReader(of: log)) { _ in try append("one", "two") }
    try log.append {
      Issue.record("nobody reads it")
      return Data()
    }
    #expect(try Data(contentsOf: URL(filePath: log.path(of: 1))).isEmpty)
  }

  @Test func `other users cannot read it`() throws {
    _ = try RecordReader(of: log)
    for (path, mode) in [(log.folder.path, 0o700), (log.path(of: 1), 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
  }

  @Test func `a reader that is late goes through all files, which are removed behind it`() throws {
    var (late, current) = (try RecordReader(of: log), try RecordReader(of: log))
    let records = (0..<30).map { "record \($0)" }
    for record in records {
      try append(record)
      #expect(try read(&current) == [record])
    }
    #expect(log.numbers.count > 5 && log.numbers.first == 1)
    #expect(try read(&late) == records)
    try append("last")
    #expect(log.numbers.count == 1)
    #expect(try read(&late) == ["last"] && read(&current) == ["last"])
  }

  @Test func `nobody stores records for a reader that is very late, which says so`() throws {
    var late = try RecordReader(of: log)
    for number in 0..<100 { try append("record \(number)") }
    #expect(log.numbers.count == 1)
    // It has the first file open.
    let records = (0..<4).map { "record \($0)" }
    #expect(
      try read(&late) == records + ["skipped: too many were published while it was suspended"])
    try append("next")
    #expect(try read(&late) == ["next"])
  }

  @Test func `a record whose writer was killed spoils no other`() throws {
    var reader = try RecordReader(of: log)
    try append("one")
    try damage(1, with: Data("\n{\"tw".utf8))
    #expect(try read(&reader) == ["one"])
    try append("three")
    #expect(try read(&reader) == ["{\"tw", "three"])
  }

  @Test func `a record that is too long is neither written nor read`() throws {
    let large = RecordLog(in: temporary.url.appending(path: "log"), maximumFileSize: 1 << 24)
    var reader = try RecordReader(of: large)
    let long = Data(repeating: 7, count: RecordLog.maximumRecordSize)
    #expect(throws: POSIXError(.EMSGSIZE)) { try large.append { long } }
    try damage(1, with: long + long + long)
    #expect(try read(&reader) == ["skipped: a record is too long"])
    try damage(1, with: long)
    try large.append { Data("next".utf8) }
    try large.append { long.dropLast() }
    #expect(try read(&reader).map(\.count) == [4, long.count - 1])
  }

  @Test func `binary data and files of others are no obstacle`() throws {
    var reader = try RecordReader(of: log)
    for name in [
      "-1.log", "x.log", "07.log", "9223372036854775807.log", "99999999999999999999.log", "1",
    ] {
      try Data(name.utf8).write(to: log.folder.appending(path: name))
    }
    try damage(1, with: Data((0...255).map { UInt8($0) }))
    try append("one")
    #expect(try read(&reader).last == "one")
  }

  @Test func `a full disk is an error of the writer`() throws {
    try DataFolder(log.folder).create()
    symlink("/dev/full", log.path(of: 1))
    let reader = try LockableFile("/dev/full")
    try reader.lock(LOCK_SH)
    #if os(Linux)
      #expect(throws: POSIXError(.ENOSPC)) { try append("one") }
    #endif
    withExtendedLifetime(reader) {}
  }

  @Test func `a reader whose files were removed is told, and another one can be created`() throws {
    var reader = try RecordReader(of: log)
    try append("one")
    try FileManager.default.removeItem(at: log.folder)
    #expect(throws: POSIXError(.ENOENT)) { _ = try read(&reader) }
    reader = try RecordReader(of: log)
    try append("two")
    #expect(try read(&reader) == ["two"])
  }

  @Test func `a folder that is missing is not watched`() {
    #expect(AsyncStream<Void>.changes(inFolder: log.folder.path) == nil)
  }
}
