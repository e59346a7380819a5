import Testing

@testable import DataSource

struct MatchRankTests {
  @Test
  func `a search returns the best match first: whole name, beginning, word, part, then by name`()
    throws
  {
    let finder = try StationFinder.named(
      "Alcasa", "Velha Casa", "Casario", "casa", "Casa Nova", "Other")
    let found = try finder.names("Casa", limit: nil)
    #expect(found == ["casa", "Casa Nova", "Casario", "Velha Casa", "Alcasa"])
    #expect(try finder.names("casa", limit: 2) == ["casa", "Casa Nova"])
    #expect(try finder.names("nowhere", limit: nil) == [])
  }

  @Test(
    arguments: [
      ("casa", ["Casa", "Casa Nova", "Casario", "Velha Casa", "Alcasa"]), ("csa", []),
      ("nova casa", ["Casa Nova"]), ("nova casa nova nova", ["Casa Nova"]),
      ("casa casa", ["Casa", "Casa Nova", "Velha Casa", "Casario", "Alcasa"]), ("men xi", ["西直门"]),
      ("no ca", ["Casa Nova"]),
      ("cn", ["Casa Nova"]),
      ("cada", ["Casa", "Casa Nova", "Casario", "Velha Casa"]),
      ("casarip", ["Casario"]), ("caasrio", ["Casario"]), ("csario", ["Casario"]),
      ("ccasario", ["Casario"]), ("xyzzy", []), ("xyz", []),
    ])
  func `a search ranks its matches, and tolerates one typing mistake when nothing matches`(
    text: String, names: [String]
  ) throws {
    let finder = try StationFinder.named(
      "Alcasa", "Velha Casa", "Casario", "Casa", "Casa Nova", "西直门")
    #expect(try finder.names(text) == names)
  }
}
