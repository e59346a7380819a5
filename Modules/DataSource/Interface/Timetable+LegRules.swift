extension Timetable.Fares {
  /// The rules of fares v2: each assigns a product to a group of legs. A leg is a ride, or several
  /// that a rule joins.
  public struct LegRules: Sendable {
    /// The rider categories.
    public let riders: Riders
    /// The fare media.
    public let media: Media
    /// The rider category that may buy each price; `any` for everybody.
    public let rider: Column<Int32>
    /// The medium of each price; `any` when the feed does not give it.
    public let medium: Column<Int32>
    /// The feed's `leg_group_id` of each group.
    public let groups: TextColumn
    /// The rules.
    public let rules: Column<LegRule>
    /// The feed's `network_id` of each network.
    public let networks: TextColumn
    /// The network of each line; −1 for a line without one.
    public let networkOfRoute: Column<Int32>
    /// The areas of the stops.
    public let areas: Areas
    /// The times of day.
    public let timeframes: Timeframes
    /// The rules that join rides.
    public let joins: Column<JoinRule>
    /// The rules for changes.
    public let transfers: Column<TransferRule>

    /// Creates rules from tables, and from columns by price, by line and by rule.
    public init(
      riders: Riders = Riders(), media: Media = Media(), rider: Column<Int32>,
      medium: Column<Int32>, groups: TextColumn, rules: Column<LegRule>, networks: TextColumn,
      networkOfRoute: Column<Int32>, areas: Areas = Areas(), timeframes: Timeframes = Timeframes(),
      joins: Column<JoinRule> = Column([]), transfers: Column<TransferRule> = Column([])
    ) {
      self.riders = riders
      self.media = media
      self.rider = rider
      self.medium = medium
      self.groups = groups
      self.rules = rules
      self.networks = networks
      self.networkOfRoute = networkOfRoute
      self.areas = areas
      self.timeframes = timeframes
      self.joins = joins
      self.transfers = transfers
    }
  }

  /// A rule that assigns a product to legs. A place or a time is `any` where it fits every leg, and
  /// `unnamed` where it fits those that no rule names.
  public struct LegRule: BitwiseCopyable, Hashable, Sendable {
    /// The group of the legs; −1 when the feed gives none.
    public var group: Int32 = -1
    /// The network of the lines.
    public var network = Timetable.Fares.any
    /// The area of the first boarding.
    public var fromArea = Timetable.Fares.any
    /// The area of the last alighting.
    public var toArea = Timetable.Fares.any
    /// The group of time frames for the first boarding.
    public var fromTimes = Timetable.Fares.any
    /// The group of time frames for the last alighting.
    public var toTimes = Timetable.Fares.any
    /// The price.
    public var product: Int32
    /// The priority. Of the rules that fit a leg, only those with the highest apply.
    public var priority: Int32 = 0

    /// Creates a rule that fits every leg.
    public init(product: Int32) {
      self.product = product
    }
  }

  /// A rule that makes two rides one leg.
  public struct JoinRule: BitwiseCopyable, Hashable, Sendable {
    /// The network of the ride before the change.
    public let fromNetwork: Int32
    /// The network of the ride after the change.
    public let toNetwork: Int32
    /// The stop before the change, or its station; `any` for all.
    public let fromStop: Int32
    /// The stop after the change, or its station; `any` for all.
    public let toStop: Int32

    /// Creates a rule.
    public init(fromNetwork: Int32, toNetwork: Int32, fromStop: Int32, toStop: Int32) {
      self.fromNetwork = fromNetwork
      self.toNetwork = toNetwork
      self.fromStop = fromStop
      self.toStop = toStop
    }
  }

  /// A rule for a change between two groups of legs.
  public struct TransferRule: BitwiseCopyable, Hashable, Sendable {
    /// The group of the leg before the change; `unnamed` where the feed leaves it empty.
    public var from: Int32
    /// The group of the leg after the change; `unnamed` where the feed leaves it empty.
    public var to: Int32
    /// How many changes in succession may use the rule; `any` without a limit.
    public let successive: Int32
    /// The longest duration in seconds; `any` without a limit.
    public let limit: Int32
    /// Which times the duration is between: the feed's `duration_limit_type`.
    public let limitType: Int32
    /// How the price of the change is combined with those of the legs: `fare_transfer_type`.
    public let type: Int32
    /// The price of the change; −1 for a change that costs nothing.
    public var product: Int32

    /// Creates a rule.
    public init(
      from: Int32, to: Int32, successive: Int32, limit: Int32, limitType: Int32, type: Int32,
      product: Int32
    ) {
      self.from = from
      self.to = to
      self.successive = successive
      self.limit = limit
      self.limitType = limitType
      self.type = type
      self.product = product
    }
  }
}
