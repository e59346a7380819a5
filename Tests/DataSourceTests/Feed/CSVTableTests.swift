import DataSourceInterface
import TestSupport
import Testing

@testable import DataSource

struct CSVTableTests {
  /// Returns the columns `a` and `b` of every row, and checks that a table that is unpacked in
  /// parts has the same rows.
  private func rows(_ text: String) throws -> [[String]] {
    let whole = try rows(LineReader(Buffer(text.utf8).bytes))
    var writer = ZipWriter()
    writer.add("a.txt", Array(text.utf8))
    let archive = try Archive(Buffer(writer.finish()).bytes)
    for partSize in [1, 5, 16] {
      var budget = archive.budget
      let parts = try rows(
        archive.lines(of: archive.members[0], partSize: partSize, budget: &budget))
      #expect(parts == whole, "in parts of \(partSize)")
    }
    return whole
  }

  private func rows(_ reader: LineReader) throws -> [[String]] {
    let table = try CSVTable(reader)
    var rows: [[String]] = []
    try table.forEachRow { rows.append([$0[table.column("a")].text, $0[table.column("b")].text]) }
    return rows
  }

  @Test(
    arguments: [
      ("plain", "a,b\n1,2\n3,4\n"),
      ("without a final newline", "a,b\n1,2\n3,4"),
      ("lines that end in CR LF", "a,b\r\n1,2\r\n3,4\r\n"),
      ("lines that end in CR", "a,b\r1,2\r3,4\r"),
      ("line ends of all kinds", "a,b\r\n1,2\n3,4\r"),
      ("a byte order mark", "\u{FEFF}a,b\n1,2\n3,4\n"),
      ("blank lines", "\n\na,b\n\n1,2\n  \n\n3,4\n\n"),
      ("padded values", " a , b\t\n  1,2  \n3 ,\t4\n"),
      ("quoted values", "\"a\",\"b\"\n\"1\",2\n3,\"4\"\n"),
      ("padded quoted values", "\"a\",  \"b\" \n \" 1 \" ,2\n3,\"4\"  \n"),
      ("columns in another order", "b,a\n2,1\n4,3\n"),
      ("unknown columns", "x,a,y,b,z\n0,1,0,2,0\n0,3,0,4,0\n"),
      ("rows longer than the header", "a,b\n1,2,\n3,4,5,6\n"),
      ("a column that is there twice", "a,b,a\n1,2,9\n3,4,9\n"),
    ])
  func `every form of a table gives the same rows`(what: String, text: String) throws {
    #expect(try rows(text) == [["1", "2"], ["3", "4"]])
  }

  @Test(
    arguments: [
      ("1", ["1", ""]),
      (",2", ["", "2"]),
      ("\"x,y\",2", ["x,y", "2"]),
      ("\"say \"\"hi\"\"\",2", ["say \"hi\"", "2"]),
      ("\"\"\"\",2", ["\"", "2"]),
      ("\"\",2", ["", "2"]),
      ("5\" pipe,2", ["5\" pipe", "2"]),
      ("\"1\" or so,2", ["1\" or so", "2"]),
      ("\"Old \"Mill\" North\",2", ["Old \"Mill\" North", "2"]),
      ("\"Old \"Mill\"\" ,2", ["Old \"Mill\"", "2"]),
      ("\"Old \"Mill, North\" Hall\",2", ["Old \"Mill, North\" Hall", "2"]),
      ("\"Old \"\"Mill\" North\",2", ["Old \"Mill\" North", "2"]),
      ("\"1\"x,\"2\"", ["1\"x", "2"]), ("\"1\"x, \"2\"", ["1\"x", "2"]),
      ("\"1\"x,2", ["1\"x", "2"]),
      ("\"two\r\nlines\",2", ["two  lines", "2"]),
      ("\"never closed,2", ["\"never closed", "2"]),
      ("\"\"\"never closed,2", ["\"\"\"never closed", "2"]),
      ("\"1\",\"never closed", ["1", "\"never closed"]),
    ])
  func `a row gives its values`(row: String, values: [String]) throws {
    #expect(try rows("a,b\n\(row)\n").first == values)
  }

  @Test func `text after the quote that closes a value is reported`() throws {
    let diagnostics = FileDiagnostics(name: "stops.txt")
    let table = try CSVTable(
      LineReader(Buffer("a,b\n\"1\",2\n\"Old \"Mill\"\",2\n\"1\" ,2\n".utf8).bytes), diagnostics)
    try table.forEachRow { _ in }
    #expect(
      diagnostics.all == [
        FeedDiagnostic(
          file: "stops.txt", problem: .strayQuote, count: 1,
          examples: [.init(line: 3, value: "Old \"Mill\"")])
      ])
  }

  @Test func `a value over several lines is reported, because a quote may be missing`() throws {
    let diagnostics = FileDiagnostics(name: "stops.txt")
    let text = "a,b\n1,\"Birch,52.5\n2,Cedar\"\n3,4\n"
    let table = try CSVTable(LineReader(Buffer(text.utf8).bytes), diagnostics)
    try table.forEachRow { _ in }
    #expect(diagnostics.all.map(\.problem) == [.multilineValue])
    #expect(diagnostics.all.flatMap(\.examples).map(\.line) == [2])
  }

  @Test func `a quote that is never closed changes only its own value`() throws {
    #expect(try rows("a,b\n\"1,2\n3,4\n") == [["\"1", "2"], ["3", "4"]])
  }

  @Test(arguments: ["", "\n", "\u{FEFF}", "a,b", "a,b\n", "\"", ",", "\r", "\"\"\n"])
  func `a file without content is a table without rows`(text: String) throws {
    #expect(try rows(text) == [])
  }

  @Test func `a row with very many values keeps the first ones`() throws {
    #expect(
      try rows("a,b\n1,2\(String(repeating: ",", count: 100_000))\n3,4") == [
        ["1", "2"], ["3", "4"],
      ])
  }

  @Test func `the surplus value of a row can be dropped`() throws {
    let table = try CSVTable(LineReader(Buffer("a,b,c\n1,x,2,3\n1,2,3\n1,2,3,4,5\n".utf8).bytes))
    var found: [String] = []
    try table.forEachRow { row in
      let row = row.droppingSurplusField(after: table.column("a"))
      found.append([0, 1, 2].map { row[$0].text }.joined())
    }
    #expect(found == ["123", "123", "123"])
  }

  @Test func `invalid bytes are replaced, and no byte beyond the end is read`() throws {
    var generator = SplitMix64(seed: 1)
    for count in 0..<300 {
      let alphabet = Array("\",\r\n ab\u{FEFF}".utf8) + [0, 0xFF]
      let bytes = (0..<count).compactMap { _ in alphabet.randomElement(using: &generator) }
      let table = try CSVTable(LineReader(Buffer(bytes).bytes))
      try table.forEachRow { #expect($0.end <= count && $0[0].text.utf8.count <= count * 3) }
    }
  }
}
