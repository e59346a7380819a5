import Mediator
import Platform

/// What a request is about, for which a fault can be limited to some requests.
enum RequestTopic: String, CaseIterable, Sendable {
  case session, renewal, orders, payment, order, cancellation, complaints
}

/// Something that goes wrong on purpose.
struct Fault: Equatable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    /// Does the work, and closes the connection without an answer.
    case drop
    /// Does the work, and answers late.
    case slow
    /// Does the work, and answers with 200 and bytes that are no JSON.
    case garbage
    /// Answers with 500 and does nothing.
    case serverError = "500"
    /// The token expires, and nothing is done.
    case expiredToken = "401"
    /// The prices of a new order rise by 10 %.
    case price
    /// The payment is declined.
    case declined
    /// Each notification is sent twice.
    case duplicate
    /// The tickets of a payment are issued after its answer.
    case late

    /// The only requests that it can concern; nil for all.
    var topic: RequestTopic? {
      switch self {
      case .drop, .slow, .garbage, .serverError, .expiredToken, .duplicate: nil
      case .price: .orders
      case .declined, .late: .payment
      }
    }
  }

  let kind: Kind
  /// Which requests it concerns; nil for all.
  let topic: RequestTopic?
  /// How many requests it concerns; nil for all.
  var count: Int?

  /// Parses a list such as `payment.drop:1,slow`.
  /// - Throws: `FaultError`
  static func list(_ text: String) throws(FaultError) -> [Fault] {
    var faults: [Fault] = []
    for part in text.split(separator: ",") {
      guard let match = part.wholeMatch(of: /(?:([a-z]+)\.)?([a-z0-9]+)(?::([0-9]{1,6}))?/),
        let kind = Kind(rawValue: String(match.2))
      else { throw FaultError(text: String(part)) }
      let topic = match.1.map { RequestTopic(rawValue: String($0)) }
      guard topic != .some(nil), kind.topic == nil || topic == nil || kind.topic == topic else {
        throw FaultError(text: String(part))
      }
      let count = match.3.flatMap { Int($0) }
      faults.append(Fault(kind: kind, topic: kind.topic ?? topic ?? nil, count: count))
    }
    return faults
  }
}

/// A fault that does not exist.
struct FaultError: Error, CustomStringConvertible {
  let text: String

  var description: String {
    let kinds = Fault.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    let topics = RequestTopic.allCases.map(\.rawValue).joined(separator: ", ")
    return
      "'\(text)' is no fault; expected one of \(kinds), perhaps limited to a topic (\(topics)) "
      + "and a number of requests; write for example 'payment.drop:1'"
  }
}

/// The faults that are left.
final class FaultPlan: Sendable {
  private let faults: Lock<[Fault]>

  init(_ faults: [Fault]) { self.faults = Lock(faults) }

  func replace(with faults: [Fault]) { self.faults.withLock { $0 = faults } }

  /// Whether something goes wrong now with a request about this topic.
  func take(_ kind: Fault.Kind, _ topic: RequestTopic? = nil) -> Bool {
    faults.withLock { faults in
      let index = faults.firstIndex {
        $0.kind == kind && $0.count != 0 && ($0.topic == nil || $0.topic == topic)
      }
      guard let index else { return false }
      if let count = faults[index].count { faults[index].count = count - 1 }
      return true
    }
  }
}
