extension Timetable.Fares {
  /// The rider categories.
  public struct Riders: Sendable {
    /// The feed's `rider_category_id` of each category.
    public let id: TextColumn
    /// The name of each category; its id when the feed gives none.
    public let name: TextColumn
    /// 1 for a category that counts where a passenger names none, else 0.
    public let isDefault: Column<UInt8>

    /// Creates categories from columns of equal length.
    public init(
      id: TextColumn = TextColumn([]), name: TextColumn = TextColumn([]),
      isDefault: Column<UInt8> = Column([])
    ) {
      self.id = id
      self.name = name
      self.isDefault = isDefault
    }
  }

  /// What passengers hold as a proof of their fare, such as a card or an app.
  public struct Media: Sendable {
    /// The feed's `fare_media_id` of each medium.
    public let id: TextColumn
    /// The name of each medium; empty when the feed gives none.
    public let name: TextColumn
    /// The feed's `fare_media_type` of each medium; −1 when it is unknown.
    public let type: Column<Int32>

    /// Creates media from columns of equal length.
    public init(
      id: TextColumn = TextColumn([]), name: TextColumn = TextColumn([]),
      type: Column<Int32> = Column([])
    ) {
      self.id = id
      self.name = name
      self.type = type
    }
  }

  /// The areas of the stops. A stop without areas of its own has those of its station.
  public struct Areas: Sendable {
    /// The feed's `area_id` of each area.
    public let id: TextColumn
    /// The first entry of each stop in `area`, and one more entry. Empty if no stop has an area.
    public let first: Column<Int32>
    /// The areas of the stops, one stop after the other.
    public let area: Column<Int32>

    /// Creates areas from a column by area, one by stop, and one by entry.
    public init(
      id: TextColumn = TextColumn([]), first: Column<Int32> = Column([]),
      area: Column<Int32> = Column([])
    ) {
      self.id = id
      self.first = first
      self.area = area
    }

    /// Returns the areas of a stop.
    public func areas(ofStop stop: Int) -> Slice<Column<Int32>> {
      first.isEmpty ? area[..<0] : area[Int(first[stop])..<Int(first[stop + 1])]
    }
  }

  /// Groups of times of day.
  public struct Timeframes: Sendable {
    /// A time of day on the days of a service.
    public struct Timeframe: BitwiseCopyable, Hashable, Sendable {
      /// The group.
      public let group: Int32
      /// The first second after 00:00, as clocks show it.
      public let start: Int32
      /// The second after the last one.
      public let end: Int32
      /// The service, which gives the calendar dates.
      public let service: Int32

      /// Creates a time of day.
      public init(group: Int32, start: Int32, end: Int32, service: Int32) {
        self.group = group
        self.start = start
        self.end = end
        self.service = service
      }
    }

    /// The feed's `timeframe_group_id` of each group.
    public let groups: TextColumn
    /// The times of all groups.
    public let times: Column<Timeframe>

    /// Creates groups and their times.
    public init(groups: TextColumn = TextColumn([]), times: Column<Timeframe> = Column([])) {
      self.groups = groups
      self.times = times
    }
  }
}
