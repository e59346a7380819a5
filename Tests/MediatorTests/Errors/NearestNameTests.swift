import Mediator
import Testing

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("Trindad", ["Trindade"]), ("trindade", ["Trindade"]), ("Tirndade", ["Trindade"]),
    ("Aliado", ["Aliados"]), ("Trxxdade", ["Trindade"]), ("Trxxxade", []), ("Bolhão", ["Bolhão"]),
    ("Nowhere", []), ("", []),
  ])
  func `a slip of the finger is forgiven, another word is not`(name: String, nearest: [String]) {
    #expect(["Aliados", "Trindade", "Bolhão"].nearest(to: name) == nearest)
  }

  @Test func `the nearest of several comes first`() {
    #expect(
      ["rout", "routes", "route"].nearest(to: "routs", limit: 3) == ["rout", "route", "routes"])
  }
}
