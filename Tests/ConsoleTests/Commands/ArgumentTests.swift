import Mediator
import Testing

@testable import Console

struct ArgumentTests {
  @Test(
    arguments: [
      (.positional("from", ""), "from", "<from>"),
      (.positional("to", "", isOptional: true), "to", "[<to>]"),
      (.option("change-time", ""), "changeTime", "--change-time <value>"),
      (.option("to", "", field: "file"), "file", "--to <value>"),
      (.option("depart", .init("", valueName: "time")), "depart", "--depart <time>"),
      (.flag("json", ""), "json", "--json"),
    ] as [(Argument, String, String)])
  func `an argument has a field and a usage`(
    argument: Argument, field: String, usage: String
  ) {
    #expect(argument.field == field)
    #expect(argument.usage == usage)
  }
}
