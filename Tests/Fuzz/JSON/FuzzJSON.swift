import Foundation
import FuzzSupport
import Mediator

/// Calls an action, which the first byte chooses, with anything as JSON.
@main
enum FuzzJSON {
  private static let playground = Playground()

  static func main() {
    Fuzzer.run { bytes, count in
      FuzzJSON.test(Data(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
  }

  private static func test(_ input: Data) {
    guard let first = input.first else { return }
    let action = playground.names[Int(first) % playground.names.count]
    playground.expectOutcome { mediator in
      let answer = try await mediator.perform(
        target: "fuzz", action: action, json: input.dropFirst(), from: .remote)
      // Whatever was answered can be asked, and is answered in the same way.
      let again = try await mediator.perform(
        target: "fuzz", action: action, json: answer, from: .remote)
      precondition(again == answer, "\(action) answers its own answer otherwise")
    }
  }
}
