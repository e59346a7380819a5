import DataSourceInterface

// The columns of signs and translations. If you change them, increase `CityFile.version`.

extension ColumnWriter {
  /// Writes what passengers read at the stops.
  mutating func add(_ signs: Timetable.Signs) {
    add(signs.platform)
    add(signs.code)
    add(signs.spokenName)
  }

  /// Writes the translations of names.
  mutating func add(_ translations: Timetable.Translations) {
    add(translations.languages)
    add(translations.headsigns)
    add(translations.first)
    add(translations.language)
    add(translations.text)
  }
}

extension Timetable.Signs {
  init?(from reader: inout ColumnReader) {
    guard let platform = reader.texts(), let code = reader.texts(), let spoken = reader.texts()
    else { return nil }
    self.init(platform: platform, code: code, spokenName: spoken)
  }
}

extension Timetable.Translations {
  init?(from reader: inout ColumnReader) {
    guard let languages = reader.texts(), let headsigns = reader.texts(),
      let first = reader.column(of: Int32.self), let language = reader.column(of: Int32.self),
      let text = reader.texts()
    else { return nil }
    self.init(
      languages: languages, headsigns: headsigns, first: first, language: language, text: text)
  }
}

extension Timetable.Signs {
  func areValid(stops: Int) -> Bool {
    [platform, code, spokenName].allSatisfy { [0, stops].contains($0.count) }
  }
}

extension Timetable.Translations {
  /// - Parameter names: The number of names, without those of headsigns.
  func areValid(names: Int) -> Bool {
    guard !first.isEmpty else { return headsigns.isEmpty && text.isEmpty && language.isEmpty }
    return first.count == names + headsigns.count + 1 && first.areStarts(of: text.count)
      && languages.count >= 2 && language.count == text.count
      && language.areAll(in: 0..<languages.count)
  }
}
