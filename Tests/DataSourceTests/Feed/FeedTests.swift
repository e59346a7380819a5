import DataSourceInterface
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

  @Test(arguments: [
    "stops.txt", "feed/stops.txt", "a/b/stops.txt", "STOPS.TXT", "a\\stops.txt", "./stops.txt",
    "./feed/stops.txt",
  ])
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

  @Test(arguments: [
    ("stops.txt", "stops.txt"), ("stops.txt", "Stops.TXT"), ("./stops.txt", "stops.txt"),
  ])
  func `a file that the archive contains twice is reported, and rejected if the copies differ`(
    first: String, second: String
  ) throws {
    func feed(_ contents: String...) throws -> Feed {
      var writer = ZipWriter()
      for (name, content) in zip([first, second], contents) {
        writer.add(name, Array(content.utf8))
      }
      return try Feed(Archive(Buffer(writer.finish()).bytes))
    }
    let same = try feed("stop_id\nA\n", "stop_id\nA\n")
    #expect(try stop(same) == "A")
    let reported = same.diagnostics.all.map { "\($0.file) \($0.problem) \($0.count)" }
    #expect(reported == ["stops.txt repeatedFile 1"])
    let reason =
      "it contains different files named 'stops.txt'; create the archive again with one of them"
    for other in ["stop_id\nB\n", "stop_id\nA\n\n", ""] {
      #expect(throws: FeedRejection(reason)) { try stop(feed("stop_id\nA\n", other)) }
    }
  }

  @Test func `different copies of a file that no import reads are only reported`() throws {
    let feed = try feed("stops.txt", "./readme.md", "readme.md")
    #expect(try stop(feed) == "stops.txt")
    #expect(feed.diagnostics.all.map(\.problem) == [.repeatedFile])
    #expect(feed.diagnostics.all.first?.examples.map(\.value) == ["readme.md"])
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
