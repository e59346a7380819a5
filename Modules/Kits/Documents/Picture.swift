public import Mediator

/// A picture of places on a plane and of segments between them, such as the wires of a circuit,
/// with a title and a legend. It is drawn in the size that there is: a renderer decides which
/// places have room for a mark and a name.
///
/// ```swift
/// let lamp = Picture.Place(at: [0, 0], .init(.ring, .strong), name: .init("lamp"))
/// let fuse = Picture.Place(at: [30, 0], .init(.dot), name: .init("fuse"))
/// let circuit = Picture(
///   title: "Circuit", places: [lamp, fuse],
///   segments: [Picture.Segment(from: lamp.position, to: fuse.position, [.accent])])
/// ```
public struct Picture: Sendable, Hashable {
  /// The title.
  public let title: LocalizedText
  /// What is said beside the title, or below it.
  public let subtitle: LocalizedText
  /// The places.
  public let places: [Place]
  /// The segments, the lowest first.
  public let segments: [Segment]
  /// The meaning of the badges and colours; nil without one.
  public let legend: Legend?
  /// The colours of the content that must look different, as far as the output has enough of them.
  public let distinctColors: [Color]
  /// The usual distance of neighbouring places, by which a renderer decides whether the minor marks
  /// and names have room.
  public let neighbourDistance: Double
  /// How much more one direction may be magnified than the other, so that the places fill the
  /// output.
  public let maximumStretch: Double
  /// The option of the command line that writes a larger image, such as `-o map.svg`; nil for none.
  public let imageOption: String?

  /// Creates a picture.
  public init(
    title: LocalizedText = "", subtitle: LocalizedText = "", places: [Place],
    segments: [Segment] = [], legend: Legend? = nil, distinctColors: [Color] = [],
    neighbourDistance: Double = 0, maximumStretch: Double = 1, imageOption: String? = nil
  ) {
    self.title = title
    self.subtitle = subtitle
    self.places = places
    self.segments = segments
    self.legend = legend
    self.distinctColors = distinctColors
    self.neighbourDistance = neighbourDistance
    self.maximumStretch = maximumStretch
    self.imageOption = imageOption
  }

  /// The title and the legend, where no picture can be shown.
  public var textAlternative: Document {
    [
      .title(title, note: Text(subtitle, .faint)),
      .group((legend?.entries ?? []).map { .paragraph($0.description) }),
    ]
  }

  /// A place on the plane.
  public struct Place: Sendable, Hashable {
    /// The position; x grows to the right and y downwards, in any unit.
    public let position: SIMD2<Double>
    /// The mark at the position.
    public let mark: Mark
    /// The name beside the mark.
    public let name: Name
    /// The importance; the lowest is the most important. A place of rank 0 always has its mark, and
    /// its name may cover segments.
    public let rank: Int
    /// Whether the mark only has the room that other places and the names of rank 0 leave.
    public let isInBackground: Bool

    /// Creates a place.
    public init(
      at position: SIMD2<Double>, _ mark: Mark, name: Name, rank: Int = 1,
      isInBackground: Bool = false
    ) {
      self.position = position
      self.mark = mark
      self.name = name
      self.rank = rank
      self.isInBackground = isInBackground
    }
  }

  /// The mark of a place.
  public struct Mark: Sendable, Hashable {
    /// The shape of a mark.
    public enum Symbol: Sendable, Hashable {
      /// A small filled circle.
      case dot
      /// A circle with a hole.
      case ring
      /// A large filled circle.
      case disc
    }

    /// The shape.
    public let symbol: Symbol
    /// The role, which gives the colour.
    public let role: TextRole
    /// Whether the mark is left out where neighbouring places are close together.
    public let isMinor: Bool

    /// Creates a mark.
    public init(_ symbol: Symbol, _ role: TextRole = .plain, isMinor: Bool = false) {
      self.symbol = symbol
      self.role = role
      self.isMinor = isMinor
    }
  }

  /// The name of a place, which is left out where it has no room.
  public struct Name: Sendable, Hashable {
    /// The name, in one line; an empty one is not drawn.
    public let text: LocalizedText
    /// The role, which gives the look.
    public let role: TextRole
    /// Whether the name is left out where neighbouring places are very close together.
    public let isMinor: Bool

    /// Creates a name.
    public init(_ text: LocalizedText, _ role: TextRole = .plain, isMinor: Bool = false) {
      self.text = text
      self.role = role
      self.isMinor = isMinor
    }
  }

  /// A straight line between two positions.
  public struct Segment: Sendable, Hashable {
    /// The width.
    public enum Width: Sendable, Hashable {
      case thin, thick
    }

    /// The first end.
    public let start: SIMD2<Double>
    /// The second end.
    public let end: SIMD2<Double>
    /// The roles, which give the colour; several are stripes one after the other.
    public let roles: [TextRole]
    /// The width.
    public let width: Width

    /// Creates a segment.
    public init(
      from start: SIMD2<Double>, to end: SIMD2<Double>, _ roles: [TextRole], _ width: Width = .thin
    ) {
      self.start = start
      self.end = end
      self.roles = roles
      self.width = width
    }
  }

  /// The meaning of the badges and colours.
  public struct Legend: Sendable, Hashable {
    /// The entries, in order.
    public let entries: [Entry]
    /// All entries in a few words, such as "3 parts", where none has room; nil if the badges alone
    /// say enough, without the texts.
    public let total: LocalizedText?

    /// Creates a legend.
    public init(_ entries: [Entry], total: LocalizedText? = nil) {
      self.entries = entries
      self.total = total
    }

    /// An entry of a legend.
    public struct Entry: Sendable, Hashable {
      /// What is explained; none for something without a badge.
      public let badges: [Badge]
      /// The explanation.
      public let text: LocalizedText
      /// The explanation where the text has no room; empty for none.
      public let summary: LocalizedText

      /// Creates an entry.
      public init(_ badges: [Badge], _ text: LocalizedText, summary: LocalizedText = "") {
        self.badges = badges
        self.text = text
        self.summary = summary
      }

      /// The badges with the text.
      fileprivate var description: Text {
        badges.isEmpty ? Text(text) : .badges(badges) + " " + Text(text)
      }
    }
  }

  /// What is said about one place below a picture, in one row.
  public struct Caption: Sendable, Hashable {
    /// The name of the place.
    public let name: LocalizedText
    /// The badges of the place.
    public let badges: [Badge]

    /// Creates a caption.
    public init(_ name: LocalizedText, _ badges: [Badge] = []) {
      self.name = name
      self.badges = badges
    }
  }
}
