/// How well a key of a station fits what was typed, the best first.
enum NameFit: Int, Comparable {
  /// The whole key.
  case exact
  /// Its first words.
  case firstWords
  /// Its beginning.
  case beginning
  /// Whole words of it.
  case words
  /// The beginning of a word of it.
  case beginningOfWord
  /// Whole words of it, in another order.
  case scatteredWords
  /// Beginnings of its words, in another order.
  case scatteredBeginnings
  /// All initials.
  case initials
  /// The first initials, at least two.
  case firstInitials
  /// Something within it.
  case part
  /// Some things within it.
  case parts
  /// Its beginning or that of a word, but for one slip of the finger.
  case slip

  /// Compares a key; nil when nothing typed is in it.
  init?(
    of key: UnsafeBufferPointer<UInt8>, _ kind: StationNames.Kind, to wanted: StationQueryText
  ) {
    switch kind {
    case .name, .translation:
      guard let fit = Self.of(key, to: wanted.whole) ?? Self.of(key, toParts: wanted.parts) else {
        return nil
      }
      self = fit
    case .latin:
      guard let place = key.places(of: wanted.joined).first else {
        guard Self.of(key, toParts: wanted.parts) != nil else { return nil }
        self = .parts
        return
      }
      self = place.start > 0 ? .part : place.end == key.count ? .exact : .beginning
    case .initials:
      guard wanted.joined.count > 1, key.starts(with: wanted.joined) else { return nil }
      self = wanted.joined.count == key.count ? .initials : .firstInitials
    }
  }

  static func < (better: NameFit, worse: NameFit) -> Bool { better.rawValue < worse.rawValue }

  private static func of(_ key: UnsafeBufferPointer<UInt8>, to wanted: [UInt8]) -> NameFit? {
    var best: NameFit?
    for place in key.places(of: wanted) {
      let fit: NameFit =
        switch (place.start == 0, place.beginsWord, place.endsWord) {
        case (true, _, true): place.end == key.count ? .exact : .firstWords
        case (true, _, false): .beginning
        case (false, true, true): .words
        case (false, true, false): .beginningOfWord
        case (false, false, _): .part
        }
      best = min(best ?? fit, fit)
    }
    return best
  }

  private static func of(
    _ key: UnsafeBufferPointer<UInt8>, toParts parts: [[UInt8]]
  ) -> NameFit? {
    guard var worst = parts.isEmpty ? nil : NameFit.scatteredWords else { return nil }
    for part in parts {
      let places = key.places(of: part)
      guard !places.isEmpty else { return nil }
      let fits = places.map { place -> NameFit in
        place.beginsWord ? place.endsWord ? .scatteredWords : .scatteredBeginnings : .parts
      }
      worst = max(worst, fits.min() ?? .parts)
    }
    return worst
  }
}
