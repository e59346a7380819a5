import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import TestSupport
import Testing

@testable import DataSource

/// Damaged files of cities. After each change of a file, the next start of the module has the right
/// timetable, from the compiled part or from the feed stored with it, or reports the damage.
struct CityFileDamageTests {
  /// What happened when damaged files were opened.
  private struct Outcome: CustomStringConvertible {
    /// The compiled part was undamaged.
    var right = 0
    /// The city was compiled again from its feed.
    var recompiled = 0
    /// The city cannot be used, and an error says so.
    var told = 0
    /// The city has another timetable.
    var wrong: [String] = []

    var count: Int { right + recompiled + told + wrong.count }
    var description: String {
      "\(right) right, \(recompiled) recompiled, \(told) told, \(wrong.count) wrong"
    }
  }

  private let folder = TemporaryFolder()

  /// A file in the place of the folder for temporary files keeps the repository from storing what
  /// it has compiled again, which would take most of the time.
  init() throws {
    try folder.write([], to: "temporary")
  }

  /// Opens `content` as the file of a city, in a new repository.
  private func open(
    _ content: [UInt8], as id: CityID, expecting columns: [UInt8], into outcome: inout Outcome,
    _ change: String
  ) async throws {
    try folder.write(content, to: "cities/\(id).city")
    let imports = Recorder<CityID>()
    let repository = CityRepository(folder: DataFolder(folder.url)) { id, _ in imports.record(id) }
    do {
      let city = try await repository.city(id)
      switch (city.columns == columns, imports.values.isEmpty) {
      case (true, true): outcome.right += 1
      case (true, false): outcome.recompiled += 1
      case (false, _): outcome.wrong.append(change)
      }
    } catch DataSourceError.damagedCity {
      outcome.told += 1
    }
    try FileManager.default.removeItem(at: folder.file(of: id))
  }

  /// Flips single bits, a third of them in the first bytes, and cuts the file at random places.
  private func damage(
    _ whole: [UInt8], of id: CityID, flips: Int, cuts: Int
  ) async throws -> (flips: Outcome, cuts: Outcome) {
    var random = SplitMix64(seed: 20)
    var (flipped, cut) = (Outcome(), Outcome())
    let columns = try #require(CityFile(Buffer(whole).bytes).decode(as: id)).columns
    for number in 0..<flips {
      let end = number.isMultiple(of: 3) ? min(256, whole.count) : whole.count
      let position = Int.random(in: 0..<end, using: &random)
      let bit = Int.random(in: 0..<8, using: &random)
      var content = whole
      content[position] ^= 1 << bit
      try await open(
        content, as: id, expecting: columns, into: &flipped, "bit \(bit) of byte \(position)")
    }
    for number in 0..<cuts {
      let count =
        number.isMultiple(of: 3) ? number / 3 : Int.random(in: 0..<whole.count, using: &random)
      try await open(
        Array(whole.prefix(count)), as: id, expecting: columns, into: &cut, "\(count) bytes")
    }
    return (flipped, cut)
  }

  private func file(of feed: [UInt8]?, as id: CityID) async throws -> [UInt8] {
    let home = TemporaryFolder()
    let repository = CityRepository(folder: DataFolder(home.url)) { _, _ in }
    if let feed {
      let path = try home.write(feed, to: "feed.zip").path
      try await repository.install(id, from: path, name: "Sample")
    } else {
      _ = try await repository.city(id)
    }
    return Array(try Data(contentsOf: home.file(of: id)))
  }

  @Test func `no flipped bit and no cut of a small city gives another timetable`() async throws {
    let id = try CityID.named("sample")
    let whole = try await file(of: SampleFeed().zip, as: id)
    let count = TestOptions.isThorough ? 500 : 100
    let (flips, cuts) = try await damage(whole, of: id, flips: count, cuts: count)
    #expect(flips.wrong.isEmpty && flips.count == count, "\(flips)")
    #expect(cuts.wrong.isEmpty && cuts.count == count, "\(cuts)")
    // A cut removes the end of the zip archive.
    #expect(flips.told == 0 && flips.recompiled > 0 && cuts.recompiled == 0 && cuts.told > 0)
  }

  /// Compiling it again takes long in a debug build, so the quick part opens few damaged files.
  @Test(.timeLimit(.minutes(15)))
  func `no flipped bit and no cut of the built-in city gives another timetable`() async throws {
    let count = TestOptions.isThorough ? 500 : 6
    let whole = try await file(of: nil, as: .builtIn)
    let (flips, cuts) = try await damage(whole, of: .builtIn, flips: count, cuts: count)
    #expect(flips.wrong.isEmpty && flips.recompiled == count, "\(flips)")
    #expect(cuts.wrong.isEmpty && cuts.recompiled == count, "\(cuts)")
    var random = SplitMix64(seed: 21)
    for _ in 0..<500 {
      var content = whole
      content[Int.random(in: 0..<whole.count, using: &random)] ^=
        1 << UInt8.random(in: 0..<8, using: &random)
      #expect(CityFile(Buffer(content).bytes).decode(as: .builtIn) == nil)
      let cut = content.prefix(Int.random(in: 0..<whole.count, using: &random))
      #expect(CityFile(Buffer(cut).bytes).decode(as: .builtIn) == nil)
    }
  }

  @Test(
    .enabled(if: SharedData.isAvailable && TestOptions.isThorough), .timeLimit(.minutes(15)),
    arguments: ["minsk-tiny", "cairo-2016", "alger-2026"])
  func `no flipped bit and no cut of a real city gives another timetable`(feed: String)
    async throws
  {
    let id = try CityID.named("real")
    let zip = Array(try Data(contentsOf: URL(filePath: SharedData.path("feeds/\(feed).zip"))))
    let whole = try await file(of: zip, as: id)
    let (flips, cuts) = try await damage(whole, of: id, flips: 500, cuts: 500)
    #expect(flips.wrong.isEmpty && flips.count == 500, "\(flips)")
    #expect(cuts.wrong.isEmpty && cuts.count == 500, "\(cuts)")
  }
}

extension CompiledCity {
  /// The content of all columns.
  fileprivate var columns: [UInt8] {
    var writer = ColumnWriter()
    add(to: &writer)
    return writer.parts.joined
  }
}
