import Foundation
import FuzzSupport
import Mediator

/// Calls the action that the first byte selects, with the other bytes as JSON.
@main
enum FuzzJSON {
  private static let fixture = MediatorFixture()

  static func main() {
    Fuzzer.run { bytes, count in
      FuzzJSON.test(Data(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
  }

  private static func test(_ input: Data) {
    guard let first = input.first else { return }
    let action = fixture.names[Int(first) % fixture.names.count]
    fixture.run { mediator in
      let answer = try await mediator.perform(
        target: "fuzz", action: action, json: input.dropFirst(), from: .assistants)
      // The actions return their input: their output as input gives the same output.
      let again = try await mediator.perform(
        target: "fuzz", action: action, json: answer, from: .assistants)
      precondition(again == answer, "\(action) returned \(String(decoding: again, as: UTF8.self))")
    }
  }
}
