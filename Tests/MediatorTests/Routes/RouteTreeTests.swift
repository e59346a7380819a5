import Testing

@testable import Mediator

@Suite struct RouteTreeTests {
  private func tree(_ patterns: [String]) throws -> RouteTree {
    var tree = RouteTree()
    for (number, pattern) in patterns.enumerated() {
      try tree.add(.init(Clock.tick.signature, Route(pattern), owner: "Owner\(number)"))
    }
    return tree
  }

  @Test(
    arguments: [
      ("a/b", "a/b", []), ("a/7", "a/:n<int>", ["7"]), ("a/7.5", "a/:x<number>", ["7.5"]),
      ("a/inf", "a/:t", ["inf"]), ("a/x", "a/:t", ["x"]), ("a/b/c", "a/b/c", []),
      ("a/b/d", "a/:t/d", ["b"]),
      ("a/7/e", "a/:n<int>/e", ["7"]), ("a/7/f", "a/:t/f", ["7"]),
      ("a/b/x/y", "a/:t/:u/y", ["b", "x"]),
      ("a", nil, []), ("a/b/x", nil, []), ("b", nil, []), ("a/b/c/d/e", nil, []),
    ] as [(String, String?, [String])])
  func `each segment prefers literal to int to number to text, and comes back from dead ends`(
    path: String, pattern: String?, values: [String]
  ) throws {
    let tree = try tree([
      "a/:t", "a/:x<number>", "a/:n<int>", "a/b", "a/b/c", "a/:t/d", "a/:n<int>/e", "a/:t/f",
      "a/:t/:u/y",
    ])
    let match = tree.match(path.split(separator: "/").map(String.init))
    #expect(match?.end.route.description == pattern)
    #expect((match?.values ?? []) == values)
  }

  @Test(arguments: [
    ("a/:x", "a/:y"), ("a/:x<int>", "a/:y<int>"), ("a", "a/:x?"), ("a/:x?/:y?", "a/:z"),
  ])
  func `two patterns for the same URLs are an error that names both owners`(
    first: String, second: String
  ) {
    #expect(throws: MediatorError.duplicate(path: second, owners: ["Owner0", "Owner1"])) {
      try tree([first, second])
    }
  }

  @Test func `a removed route is gone, and its place is free`() throws {
    var tree = try tree(["a/:x"])
    let (first, second) = (Clock.add.signature, Clock.reset.signature)
    try tree.add(.init(first, Route("a/b/:y?"), owner: "First"))
    tree.remove(first.slot)
    #expect(tree.match(["a", "b"])?.values == ["b"])
    #expect(tree.ends.map(\.route.description) == ["a/:x"])
    try tree.add(.init(second, Route("a/b"), owner: "Second"))
    #expect(tree.match(["a", "b"])?.end.action.slot == second.slot)
  }

  @Test func `a search in a tree made to mislead ends soon`() throws {
    // Every prefix of the path fits many branches, of which none goes on to the end.
    var patterns: [String] = []
    for number in 0..<64 {
      let segments = (0..<6).map { number >> $0 & 1 == 0 ? "x" : ":p\($0)" }
      patterns.append((["a"] + segments + ["end"]).joined(separator: "/"))
    }
    let tree = try tree(patterns)
    #expect(tree.match(["a", "x", "x", "x", "x", "x", "x", "y"])?.end == nil)
    #expect(tree.match(["a", "x", "y", "x", "x", "y", "x", "end"])?.values == ["y", "y"])
  }
}
