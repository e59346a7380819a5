public import Documents
public import Mediator

/// Orders the tickets of the cart at the ticket server, and keeps the orders of the person who is
/// signed in.
public enum Orders: Interface {
  /// Orders and pays the tickets of the cart, or goes on with an order that has not ended. It
  /// returns the order as far as it got: without a network, it waits.
  public static let checkout = Action<Checkout, Order>(Orders.self, "checkout", .adds)
  /// Lists the orders, the newest first, in the states that are known here.
  public static let list = Action<Empty, [Order]>(Orders.self, "list", .reads)
  /// Looks up what has become of the orders that have not ended, in the outbox and at the server,
  /// which can take long. What it finds is published as `OrderChanged`. While another task orders
  /// or pays, it does nothing. It is for a person who opens the orders, not for lists, which it
  /// would delay.
  public static let refresh = Action<Empty, Empty>(native: Orders.self, "refresh")
  /// Pays an order that is placed, or was declined.
  public static let pay = Action<OrderReference, Order>(Orders.self, "pay", .sets)
  /// Cancels an order that is not paid.
  public static let cancel = Action<OrderReference, Order>(Orders.self, "cancel", .removes)
  /// Complains about an order.
  public static let complain = Action<Complaint, ComplaintReceipt>(Orders.self, "complain", .adds)
}

/// The state of an order has changed.
public struct OrderChanged: SharedEvent, Hashable {
  /// The order in its new state.
  public let order: Order

  /// Creates the event.
  public init(order: Order) {
    self.order = order
  }
}

/// The orders of a person who has signed out were removed from this machine.
public struct OrdersCleared: SharedEvent, Hashable {
  /// Creates the event.
  public init() {}
}

/// The input of `Orders.checkout`.
public struct Checkout: Codable, Hashable, Sendable {
  /// The total that the person accepts when the server has other prices than the cart, such as
  /// `2.40`; nil to be asked.
  public let accept: String?

  /// Creates the input.
  public init(accept: String? = nil) {
    self.accept = accept
  }

  /// Creates the input of a person who accepts a total.
  public init(accepting total: Money) {
    self.init(accept: total.number)
  }
}

extension Checkout: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    ["accept": .acceptedTotal]
  }
}

extension FieldDescription {
  package static let acceptedTotal = FieldDescription(
    "the new total that you accept, after a change of the prices", valueName: "amount")
}

/// Opens the scene in which a person orders and pays the cart, as the value of a scene's `.custom`
/// event.
public struct CheckoutRequest: Hashable, Sendable {
  /// Creates a request.
  public init() {}
}

extension FieldDescription {
  static let order = FieldDescription(
    "the id of the order, or its beginning",
    suggestions: .results(of: Orders.list) { $0.map(\.shortID) })
}

/// Names an order.
public struct OrderReference: Codable, Hashable, Sendable {
  /// The id, or the beginning of it that no other order has.
  public let id: String

  /// Creates a reference to the order with an id.
  public init(id: String) {
    self.id = id
  }
}

extension OrderReference: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "id": .order
    ]
  }
}

/// A complaint about an order.
public struct Complaint: Codable, Hashable, Sendable {
  /// The id of the order, or the beginning of it that no other order has.
  public let id: String
  /// What is wrong.
  public let text: String

  /// Creates a complaint.
  public init(id: String, text: String) {
    self.id = id
    self.text = text
  }
}

extension Complaint: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "id": .order, "text": "what is wrong",
    ]
  }
}

/// What has become of a complaint.
public struct ComplaintReceipt: Codable, Hashable, Sendable {
  /// The id of the order.
  public let order: String
  /// The number of the complaint at the server; nil while it waits to be sent.
  public let number: Int?
  /// Why it waits; nil when it was sent.
  public let reason: String?
  /// What the server says about the tickets of the order, such as that they are none.
  public let notice: String?

  /// Creates a receipt.
  public init(order: String, number: Int?, reason: String?, notice: String?) {
    self.notice = notice
    self.order = order
    self.number = number
    self.reason = reason
  }
}
