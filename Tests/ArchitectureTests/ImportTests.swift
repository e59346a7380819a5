import ImportRules
import Testing

@Suite struct ImportTests {
  @Test(
    arguments: [
      ("import A", ["A"]),
      ("  public import A\n@testable @preconcurrency import B", ["A", "B"]),
      ("import A; import B", ["A", "B"]),
      ("import struct A.B\nimport C.D\nimport func `E`.f", ["A", "C", "E"]),
      ("#if canImport(A)\nimport A\n#else\nimport B\n#endif", ["A", "B"]),
      ("import\n  A", ["A"]),
      ("// import A\n/* import B /* import C */ import D */ import E", ["E"]),
      ("let a = \"import A\"; import B", ["B"]),
      ("let a = \"\"\"\n  import A\n  \"\"\"\nimport B", ["B"]),
      ("let a = #\"\"import A\"\"#\nimport B", ["B"]),
      ("let a = \"\\\"\"; import B", ["B"]),
      ("func `every import counts`() {}\nlet `import` = important", []),
      ("let a = /\\nimport (\\w+)/", []),
      ("import", []),
    ] as [(String, [String])])
  func `imports are found in code, not in comments and strings`(
    source: String, modules: [String]
  ) {
    #expect(Import.all(in: source).map(\.module) == modules)
  }

  @Test func `an import has its line and its modifiers`() {
    let imports = Import.all(in: "/*\n*/\n@_exported\npublic import A\nlet b = 1\nimport C\n")
    #expect(
      imports == [
        Import(module: "A", line: 4, modifiers: ["@_exported", "public"]),
        Import(module: "C", line: 6, modifiers: []),
      ])
  }
}
