import Testing

@testable import Console

struct ArgumentTests {
  @Test(
    arguments: [
      (.positional("from", ""), "from", "<from>"),
      (.positional("to", "", isOptional: true), "to", "[<to>]"),
      (.option("change-time", ""), "changeTime", "--change-time <value>"),
      (.option("to", "", fills: "file"), "file", "--to <value>"),
      (.option("depart", "", value: "time"), "depart", "--depart <time>"),
      (.flag("json", ""), "json", "--json"),
    ] as [(Argument, String, String)])
  func `an argument fills a field and has a place in the usage`(
    argument: Argument, field: String, usage: String
  ) {
    #expect(argument.field == field)
    #expect(argument.usage == usage)
  }
}
