import DataSourceInterface

/// A question between two stations of a timetable.
struct Question: Equatable {
  /// What the time is for.
  enum Aim: Equatable {
    /// To leave then or later.
    case leaving(ServiceTime)
    /// To arrive then or earlier.
    case arriving(ServiceTime)
  }

  var from: Int
  var to: Int
  var aim: Aim
}
