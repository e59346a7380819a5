import Mediator

/// Makes a thousand interfaces: a generic type with three digits as parameters.
enum Digits {
  private static let all: [any Digit.Type] = [
    D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
  ]

  /// Registers a remote action of the interface `number`, 0 to 999.
  static func answer(_ number: Int, on mediator: Mediator) throws {
    let hundreds: any Digit.Type = all[number / 100]
    let tens: any Digit.Type = all[number / 10 % 10]
    let units: any Digit.Type = all[number % 10]
    try answer(hundreds, tens, units, on: mediator)
  }

  private static func answer<A: Digit, B: Digit, C: Digit>(
    _: A.Type, _: B.Type, _: C.Type, on mediator: Mediator
  ) throws {
    let action = Action<Sum, Int>(Numbered<A, B, C>.self, "sum", .reads, .remote)
    try mediator.answer(action) { $0.first }
  }
}

private enum Numbered<A: Digit, B: Digit, C: Digit>: Interface {
  static var name: String { "Line\(A.value)\(B.value)\(C.value)" }
}

private protocol Digit: Sendable {
  static var value: Int { get }
}

private enum D0: Digit { static let value = 0 }
private enum D1: Digit { static let value = 1 }
private enum D2: Digit { static let value = 2 }
private enum D3: Digit { static let value = 3 }
private enum D4: Digit { static let value = 4 }
private enum D5: Digit { static let value = 5 }
private enum D6: Digit { static let value = 6 }
private enum D7: Digit { static let value = 7 }
private enum D8: Digit { static let value = 8 }
private enum D9: Digit { static let value = 9 }
