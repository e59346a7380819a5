/// Where a city is on its way to this machine; worked out anew each time, never kept.
public enum CityState: String, Codable, Hashable, Sendable, CaseIterable {
  /// Only its address is known.
  case absent
  /// Its download waits for others.
  case queued
  /// Its feed is on its way.
  case downloading
  /// A part of its feed is there, and nobody is at it.
  case paused
  /// Its feed becomes a timetable.
  case importing
  /// It can be used.
  case ready
  /// It can be used, and its publisher has a newer timetable.
  case updateAvailable
  /// It cannot be used; a reason says why.
  case failed
}
