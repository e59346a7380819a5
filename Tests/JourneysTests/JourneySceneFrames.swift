/// What the Journey scene shows on screens of 40, 80 and 120 columns.
extension JourneySceneTests {
  nonisolated static let frame40 = """
    from  A
    to    C
    when  now

    A → C    Sample, Mon 23 Nov, timetable

    ◀ ●───────────────────────── ▶  1 of 4

    08:00–08:30 · 30 min · 1 change
    08:00  ● A
           ┃ [1] to B · 1 stop between
    08:10  ● B
           ┊ change 2 min · wait 8 min
    08:20  ● B
           ┃ [2] to C · next stop
    08:30  ● C

    the last train leaves 12 h 00 min
    later, at 20:00

    Alternatives
    ● 08:00–08:30 · 30 min · 1 change
      [1] [2]
      09:00–09:50 · 50 min · direct
      [3]
      09:10–09:40 · 30 min · 1 change
      [1] [2]
      20:00–20:50 · 50 min · direct
      [3]
    """

  nonisolated static let frame80 = """
    from  A
    to    C
    when  now

    A → C    Sample, Mon 23 Nov, timetable

    ◀ ●─────────────────────────────────────── ▶  1 of 4

    08:00–08:30 · 30 min · 1 change
    08:00  ● A
           ┃ [1] to B · 1 stop between
    08:10  ● B
           ┊ change 2 min · wait 8 min
    08:20  ● B
           ┃ [2] to C · next stop
    08:30  ● C

    the last train leaves 12 h 00 min later, at 20:00

    Alternatives
    ● 08:00–08:30 · 30 min · 1 change
      [1] [2]
      09:00–09:50 · 50 min · direct
      [3]
      09:10–09:40 · 30 min · 1 change
      [1] [2]
      20:00–20:50 · 50 min · direct
      [3]
    """

  nonisolated static let frame120 = """
    from  A
    to    C
    when  now

    A → C    Sample, Mon 23 Nov, timetable

    ◀ ●─────────────────────────────────────── ▶  1 of 4

    08:00–08:30 · 30 min · 1 change
    08:00  ● A
           ┃ [1] to B · 1 stop between
    08:10  ● B
           ┊ change 2 min · wait 8 min
    08:20  ● B
           ┃ [2] to C · next stop
    08:30  ● C

    the last train leaves 12 h 00 min later, at 20:00

    Alternatives
       departs  arrives   takes  changes   walk  lines
    ●  08:00    08:30    30 min        1  2 min  [1] [2]
       09:00    09:50    50 min        0         [3]
       09:10    09:40    30 min        1  2 min  [1] [2]
       20:00    20:50    50 min        0         [3]
    """
}
