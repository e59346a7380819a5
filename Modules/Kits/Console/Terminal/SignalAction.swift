import Foundation

/// What the process does when it receives a signal.
package enum SignalAction: Equatable {
  /// What the system does by default; for most signals, it ends the process.
  case standard
  case ignored
  /// Calls the function at this address.
  case handler(Int)

  /// The current action for a signal; nil if there is no such signal.
  package init?(for number: Int32) {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return nil }
    #if os(Linux)
      let handler = action.__sigaction_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    self =
      switch handler.map({ unsafeBitCast($0, to: Int.self) }) {
      case nil, 0?: .standard
      case 1?: .ignored
      case let address?: .handler(address)
      }
  }

  /// The action that calls a function.
  init(_ handler: @convention(c) (Int32) -> Void) {
    self = .handler(unsafeBitCast(handler, to: Int.self))
  }
}
