public import Mediator

/// A city was installed, or replaced by a newer feed.
public struct CityInstalled: SharedEvent {
  /// The installed city.
  public let city: CityID

  /// Creates the event.
  public init(city: CityID) {
    self.city = city
  }
}

/// A city and all its files were removed.
public struct CityRemoved: SharedEvent {
  /// The removed city.
  public let city: CityID

  /// Creates the event.
  public init(city: CityID) {
    self.city = city
  }
}

/// Another city became the current one.
public struct CityChanged: SharedEvent {
  /// The new current city.
  public let city: CityID

  /// Creates the event.
  public init(city: CityID) {
    self.city = city
  }
}

/// The import of a feed made progress.
public struct ImportProgressed: Event, Encodable {
  /// The city that the feed becomes.
  public let city: CityID
  /// The completed part of the import, 0 to 1.
  public let fraction: Double

  /// Creates the event.
  public init(city: CityID, fraction: Double) {
    self.city = city
    self.fraction = fraction
  }
}

/// The live timetable of a city was requested. A follower that knows what is different now hands over
/// a patch; the answer waits until all followers have handled the event, which they must do within
/// two seconds.
public struct LiveTimetableRequested: Event, Encodable {
  /// The city.
  public let city: CityID

  /// Creates the event.
  public init(city: CityID) {
    self.city = city
  }
}

/// What is known about now in a city has changed, so its times may have changed, too.
public struct TimetablePatched: Event, Encodable {
  /// The city.
  public let city: CityID

  /// Creates the event.
  public init(city: CityID) {
    self.city = city
  }
}
