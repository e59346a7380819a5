import Testing

@testable import Mediator

@Suite struct URLPatternTreeTests {
  private func tree(_ patterns: [String]) throws -> URLPatternTree {
    var tree = URLPatternTree()
    for (number, pattern) in patterns.enumerated() {
      try tree.add(.init(Clock.tick.descriptor, URLPattern(pattern), owner: "Owner\(number)"))
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
  func
    `each segment prefers a literal to an int to a number to a text, and other branches are tried`(
      path: String, pattern: String?, values: [String]
    ) throws
  {
    let tree = try tree([
      "a/:t", "a/:x<number>", "a/:n<int>", "a/b", "a/b/c", "a/:t/d", "a/:n<int>/e", "a/:t/f",
      "a/:t/:u/y",
    ])
    let match = tree.match(path.split(separator: "/").map(String.init))
    #expect(match?.entry.pattern.description == pattern)
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

  @Test func `a removed pattern matches nothing, and another one can replace it`() throws {
    var tree = try tree(["a/:x"])
    let (first, second) = (Clock.add.descriptor, Clock.reset.descriptor)
    try tree.add(.init(first, URLPattern("a/b/:y?"), owner: "First"))
    tree.remove(first.id)
    #expect(tree.match(["a", "b"])?.values == ["b"])
    #expect(tree.entries.map(\.pattern.description) == ["a/:x"])
    try tree.add(.init(second, URLPattern("a/b"), owner: "Second"))
    #expect(tree.match(["a", "b"])?.entry.action.id == second.id)
  }

  @Test func `a search ends soon in a tree with many partial matches`() throws {
    // Every prefix of the path matches many branches, but none of them to its end.
    var patterns: [String] = []
    for number in 0..<64 {
      let segments = (0..<6).map { number >> $0 & 1 == 0 ? "x" : ":p\($0)" }
      patterns.append((["a"] + segments + ["end"]).joined(separator: "/"))
    }
    let tree = try tree(patterns)
    #expect(tree.match(["a", "x", "x", "x", "x", "x", "x", "y"])?.entry == nil)
    #expect(tree.match(["a", "x", "y", "x", "x", "y", "x", "end"])?.values == ["y", "y"])
  }
}
