extension Timetable {
  /// The fares of a city: prices, and the rules that say which rides they pay for.
  public struct Fares: Sendable {
    /// The value of a column of a rule that fits everything.
    public static let any: Int32 = -1
    /// The value of a column of a rule that fits what no rule names in the same column.
    public static let unnamed: Int32 = -2

    /// What a passenger can buy.
    public let prices: Prices
    /// What the prices pay for.
    public let rules: Rules
    /// The parts of the feed's fares that are not understood, such as `fare_rules.txt, column 'x'`.
    /// If there are any, no price is known.
    public let unsupported: TextColumn

    /// Creates fares.
    public init(prices: Prices, rules: Rules, unsupported: TextColumn = TextColumn([])) {
      self.prices = prices
      self.rules = rules
      self.unsupported = unsupported
    }

    /// The rules in the form of the feed.
    public enum Rules: Sendable {
      /// GTFS fares v1: a fare pays for consecutive rides.
      case byZone(ZoneRules)
      /// GTFS fares v2: a product pays for one leg, and changes have prices of their own.
      case byLeg(LegRules)
    }

    /// The number of rules.
    public var ruleCount: Int {
      switch rules {
      case .byZone(let rules): rules.count
      case .byLeg(let rules): rules.rules.count + rules.joins.count + rules.transfers.count
      }
    }
  }
}

extension Timetable.Fares {
  /// What a passenger can buy, by id: the fares of fares v1, or the products of fares v2.
  public struct Prices: Sendable {
    /// The feed's `fare_id` or `fare_product_id`.
    public let id: TextColumn
    /// The name for people; empty when the feed gives none.
    public let name: TextColumn
    /// The amounts in minor units of their currency, such as cents.
    public let amount: Column<Int64>
    /// The position of each amount's currency in `currencies`.
    public let currency: Column<Int32>
    /// The codes of the currencies, the most frequent first.
    public let currencies: TextColumn

    /// Creates prices from four columns of equal length and the currencies.
    public init(
      id: TextColumn, name: TextColumn, amount: Column<Int64>, currency: Column<Int32>,
      currencies: TextColumn
    ) {
      self.id = id
      self.name = name
      self.amount = amount
      self.currency = currency
      self.currencies = currencies
    }

    /// The number of prices.
    public var count: Int { amount.count }
  }

  /// The rules of fares v1, grouped by fare, and within a fare by line, origin and destination. A
  /// fare without rules pays for every ride.
  ///
  /// A column of a rule is `any` where the feed leaves the field empty.
  public struct ZoneRules: Sendable {
    /// The largest number of changes that each fare allows; `any` without a limit.
    public let transfers: Column<Int32>
    /// The seconds from the first boarding to the last one that each fare allows; `any` without a
    /// limit.
    public let duration: Column<Int32>
    /// The agency whose lines each fare pays for; `any` in a feed with one agency.
    public let agency: Column<Int32>
    /// The feed's `payment_method` of each fare, or −1. Empty if all fares have the same.
    public let payment: Column<Int32>
    /// The first rule of each fare, and one more entry.
    public let first: Column<Int32>
    /// The line of each rule.
    public let route: Column<Int32>
    /// The zone of the first boarding of each rule.
    public let origin: Column<Int32>
    /// The zone of the last alighting of each rule.
    public let destination: Column<Int32>
    /// A zone of each rule: the rides must pass exactly the zones of one group of rules.
    public let contains: Column<Int32>
    /// The feed's `zone_id` of each zone. Empty if no rule names a zone.
    public let zones: TextColumn
    /// The zone of each stop; −1 for a stop without a zone. Empty if no rule names a zone.
    public let zone: Column<Int32>
    /// The agency of each line; −1 when the feed does not give it. Empty in a feed with one agency.
    public let agencyOfRoute: Column<Int32>

    /// Creates rules from columns by fare, by rule, by zone, by stop and by line.
    public init(
      transfers: Column<Int32>, duration: Column<Int32>, agency: Column<Int32>,
      first: Column<Int32>, route: Column<Int32>, origin: Column<Int32>,
      destination: Column<Int32>, contains: Column<Int32>, zone: Column<Int32>,
      agencyOfRoute: Column<Int32>, payment: Column<Int32> = Column([]),
      zones: TextColumn
    ) {
      self.transfers = transfers
      self.duration = duration
      self.agency = agency
      self.payment = payment
      self.first = first
      self.route = route
      self.origin = origin
      self.destination = destination
      self.contains = contains
      self.zones = zones
      self.zone = zone
      self.agencyOfRoute = agencyOfRoute
    }

    /// The number of rules.
    public var count: Int { route.count }

    /// Returns the rules of a fare.
    public func rules(of fare: Int) -> Range<Int> { Int(first[fare])..<Int(first[fare + 1]) }
  }
}
