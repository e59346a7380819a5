import Testing

@testable import Console

struct PageDefinitionsTests {
  let entries = [("<from>", "Where from"), ("--depart <time>", "When to leave, or the time it is")]

  @Test func `a meaning stands beside its term where there is room`() {
    let text = Page(columns: 45).definitions(entries)
    #expect(
      text == """
          <from>           Where from
          --depart <time>  When to leave, or the time
                           it is
        """)
  }

  @Test func `a meaning stands below its term on a narrow page`() {
    let text = Page(columns: 30).definitions(entries)
    #expect(
      text == """
          <from>
              Where from
          --depart <time>
              When to leave, or the
              time it is
        """)
  }
}
