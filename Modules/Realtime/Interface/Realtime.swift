public import Mediator

/// Knows what is different now from the timetables.
public enum Realtime: Interface {}
