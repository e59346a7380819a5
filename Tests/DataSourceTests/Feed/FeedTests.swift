import Testing

@testable import DataSource

struct FeedTests {
  private func feed(_ names: String...) throws -> Feed {
    var writer = ZipWriter()
    for name in names { writer.add(name, Array("stop_id\n\(name)\n".utf8)) }
    return try Feed(Archive(Buffer(writer.finish()).bytes))
  }

  private func stop(_ feed: Feed) throws -> String {
    let table = try feed.table("stops.txt", with: ["stop_id"])
    var found = ""
    try table.forEachRow { found = $0[table.column("stop_id")].text }
    return found
  }

  @Test(arguments: ["stops.txt", "feed/stops.txt", "a/b/stops.txt", "STOPS.TXT", "a\\stops.txt"])
  func `files are found at the root or in one folder`(name: String) throws {
    #expect(try stop(feed(name, "readme.md", "__MACOSX/._stops.txt", "other/x.txt")) == name)
  }

  @Test func `a feed may be in an archive inside another archive, but no deeper`() throws {
    func wrapped(_ content: [UInt8]) -> [UInt8] {
      var writer = ZipWriter()
      writer.add("feed/gtfs.ZIP", content)
      return writer.finish()
    }
    let once = wrapped(SampleFeed().zip)
    #expect(try Feed(Archive(Buffer(once).bytes)).table("stops.txt") != nil)
    #expect(try Feed(Archive(Buffer(wrapped(once)).bytes)).table("stops.txt") == nil)
  }

  @Test func `files at the root take precedence over files in folders`() throws {
    #expect(try stop(feed("old/stops.txt", "stops.txt")) == "stops.txt")
  }

  @Test func `an archive with several feeds is rejected with their folders`() {
    let reason = "it contains several feeds, in 'a' and 'b'; pack one of them alone"
    #expect(throws: FeedRejection(reason)) { try feed("a/stops.txt", "b/stops.txt") }
  }

  @Test func `files of the system do not replace a missing file`() {
    #expect(
      throws: FeedRejection("stops.txt is missing; expected a zip with the files of a GTFS feed")
    ) {
      try stop(feed("__MACOSX/stops.txt", "trips.txt"))
    }
  }

  @Test func `the error for a missing column names it`() {
    let reason = "stops.txt has no column 'stop_id'; expected comma-separated GTFS in UTF-8"
    #expect(throws: FeedRejection(reason)) {
      try stop(Feed(["stops.txt": Array("stop_id;stop_name\nA;Airport\n".utf8)]))
    }
  }
}
