extension Timetable.Fares {
  /// The rules of fares v2: each assigns a product to a group of rides.
  public struct LegRules: Sendable {
    /// The feed's `rider_category_id` of each rider category.
    public let riderID: TextColumn
    /// The name of each rider category; its id when the feed gives none.
    public let riderName: TextColumn
    /// The rider category that may buy each price; `any` for everybody.
    public let rider: Column<Int32>
    /// The feed's `leg_group_id` of each group.
    public let groups: TextColumn
    /// The group of each rule; −1 when the feed gives none.
    public let group: Column<Int32>
    /// The network of each rule; `any` or `unnamed` where the feed leaves it empty.
    public let network: Column<Int32>
    /// The price of each rule.
    public let product: Column<Int32>
    /// The priority of each rule. Of the rules that fit a ride, only those with the highest apply.
    public let priority: Column<Int32>
    /// The feed's `network_id` of each network.
    public let networks: TextColumn
    /// The network of each line; −1 for a line without one.
    public let networkOfRoute: Column<Int32>
    /// The rules for changes.
    public let transfers: TransferRules

    /// Creates rules from columns by rider category, by price, by group, by rule, by network and by
    /// line.
    public init(
      riderID: TextColumn, riderName: TextColumn, rider: Column<Int32>, groups: TextColumn,
      group: Column<Int32>, network: Column<Int32>, product: Column<Int32>,
      priority: Column<Int32>, networks: TextColumn, networkOfRoute: Column<Int32>,
      transfers: TransferRules
    ) {
      self.riderID = riderID
      self.riderName = riderName
      self.rider = rider
      self.groups = groups
      self.group = group
      self.network = network
      self.product = product
      self.priority = priority
      self.networks = networks
      self.networkOfRoute = networkOfRoute
      self.transfers = transfers
    }
  }

  /// The rules for changes between two groups of rides.
  public struct TransferRules: Sendable {
    /// The group of the ride before the change; `unnamed` where the feed leaves it empty.
    public let from: Column<Int32>
    /// The group of the ride after the change; `unnamed` where the feed leaves it empty.
    public let to: Column<Int32>
    /// How many changes in succession may use each rule; `any` without a limit.
    public let successive: Column<Int32>
    /// The longest duration in seconds; `any` without a limit.
    public let limit: Column<Int32>
    /// Which times the duration is between: the feed's `duration_limit_type`.
    public let limitType: Column<Int32>
    /// How the price of the change is combined with those of the rides: `fare_transfer_type`.
    public let type: Column<Int32>
    /// The price of the change; −1 for a change that costs nothing.
    public let product: Column<Int32>

    /// Creates rules from columns of equal length.
    public init(
      from: Column<Int32>, to: Column<Int32>, successive: Column<Int32>, limit: Column<Int32>,
      limitType: Column<Int32>, type: Column<Int32>, product: Column<Int32>
    ) {
      self.from = from
      self.to = to
      self.successive = successive
      self.limit = limit
      self.limitType = limitType
      self.type = type
      self.product = product
    }

    /// The number of rules.
    public var count: Int { from.count }
  }
}
