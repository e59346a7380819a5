# The fields of a template's items, as functions for render.awk and for the check of `--fields`; with text.awk.
#
# `read_fields` reads a text such as `name, quantity:int=1, unit:piece|kg, due:day?; price:decimal=0`.
# The value after `=` is that of items which are added without the field, or were stored before it existed; a
# semicolon is before the fields that were added later. It returns what is wrong, or an empty text, and sets for
# each field i from 1 to `field_count`: names[i], types[i], optional[i], choices[i] (with spaces
# between them), defaults[i] and versions[i].

# With `isCheck`, prints what is wrong with `fields`, or `ok` and the features that they refer to.
BEGIN {
  fields = ENVIRON["fields"] # `-v` would replace what follows a backslash
  if (isCheck) {
    problem = read_fields(fields)
    for (i = 1; i <= field_count; i++) if (references[i] && !(references[i] in seen)) {
      found = found " " references[i]
      seen[references[i]] = 1
    }
    print problem ? problem : "ok" found
    exit
  }
}

function trim(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }

function swift_type(i) { return types[i] == "choice" ? capitalized(names[i]) : swift_types[types[i]] }
function is_required(i) { return !optional[i] && types[i] != "bool" }
# Whether commands have a field by its position: not one with a default, such as all that were added later, so that
# old command lines stay right.
function is_argument(i) { return is_required(i) && defaults[i] == "" }

function read_fields(text,  i, n, list, part, version, wrong, count, used) {
  day_pattern = "[12][0-9][0-9][0-9]-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])"
  time_pattern = "([01][0-9]|2[0-3]):[0-5][0-9]"
  # A field that says that nothing is left to do.
  done_pattern = "^(is)?([dD]one|[bB]ought|[pP]aid|[sS]old|[sS]ent|[fF]inished|[cC]ompleted?|[cC]losed|[rR]esolved|" \
    "[dD]elivered|[sS]hipped|[rR]eturned|[sS]ubmitted|[cC]ancell?ed|[rR]eceived|[sS]olved)$"
  swift_names = "^(String|Int|Bool|Decimal|Date|URL|Money|Type|Protocol|Self|CalendarDate|TimeExpression)$"
  count = split("text String int Int decimal Decimal bool Bool day CalendarDate time TimeExpression " \
    "instant Date url URL money Money number Int key String", list, " ")
  for (i = 1; i < count; i += 2) swift_types[list[i]] = list[i + 1]
  split_words("id daysLeft noun plural derivedFields fieldDescriptions valueDescription migrations hash", own_names)
  split_words("help json language scene trace version", option_names) # as in HostKit's HostCommands
  reserved_fields = "as break case catch class continue default defer deinit do else enum extension fallthrough false fileprivate " \
    "for func guard if import in init inout internal is let nil operator private protocol public repeat rethrows " \
    "return self static struct subscript super switch throw throws true try typealias var where while"
  split_words(reserved_fields, swift_words)
  field_count = 0
  version = 1
  gsub(/;/, ",;", text)
  n = split(text, list, ",")
  for (i = 1; i <= n; i++) {
    part = trim(list[i])
    if (sub(/^;/, "", part)) version++
    if (wrong = read_field(trim(part), version, used)) return wrong
  }
  first_day = first_done = 0
  for (i = field_count; i > 0; i--) {
    if (types[i] == "day") first_day = i
    if (types[i] == "bool" && names[i] ~ done_pattern) first_done = i
  }
  return ""
}
# Makes the words of a text the keys of an array.
function split_words(text, keys,  i, n, list) {
  n = split(text, list, " ")
  for (i = 1; i <= n; i++) keys[list[i]] = 1
}

function read_field(text, version, used,  name, type, value, at, i) {
  i = ++field_count
  versions[i] = version
  defaults[i] = choices[i] = references[i] = ""
  if (at = index(text, "=")) { defaults[i] = trim(substr(text, at + 1)); text = trim(substr(text, 1, at - 1)) }
  optional[i] = sub(/\?$/, "", text)
  at = index(text, ":")
  names[i] = name = trim(at ? substr(text, 1, at - 1) : text)
  type = at ? trim(substr(text, at + 1)) : "text"
  if (name !~ /^[a-z][A-Za-z0-9]*$/)
    return "'" name "' cannot be the name of a field; expected a word such as 'quantity' or 'unitPrice'"
  if (name in used) return "'" name "' is the name of another field; choose another name"
  if (name in swift_words) return "'" name "' is a word of Swift; choose another name"
  if (name in own_names) return "'" name "' is a name that every item uses; choose another name"
  if (id_type == "Int" && kebab_of(name) in option_names)
    return "'" name "' would be the option '--" kebab_of(name) "', which every command has; choose another name"
  if (name == "title" && i > 1) return "'title' is what an item is called, so it must be the first field"
  used[name] = 1
  if (index(type, "|")) {
    gsub(/ *[|] */, "|", type)
    if (type !~ /^[a-z][A-Za-z0-9-]*([|][a-z][A-Za-z0-9-]*)+$/)
      return "the choices '" type "' of '" name "' must be words such as 'piece|kg|half-full': a small letter, then " \
        "letters, digits and hyphens"
    gsub(/[|]/, " ", type)
    choices[i] = type
    if (index(" " type " ", " none "))
      return "'none' removes a value, so it cannot be a choice of '" name "'; end the field with '?' instead"
    if (capitalized(name) ~ swift_names)
      return "a choice cannot have the name '" name "', because '" capitalized(name) "' is a type of Swift"
    if (has_duplicate(type)) return "'" name "' has the same choice twice"
    type = "choice"
  } else if (type ~ /^[A-Z]/) {
    references[i] = type
    type = index(" " kept_features " ", " " type " ") ? "number" \
      : index(" " listed_features " ", " " type " ") ? "key" : type
    if (type == references[i])
      return "'" type "' of '" name "' is no feature that was made from a template; the features are " \
        trim(kept_features " " listed_features)
  } else if (type ~ /^(number|key)$/ || !(type in swift_types)) {
    return "'" type "' of '" name "' is no type; the types are text, int, decimal, money, bool, day, " \
      "time, instant, url, choices such as 'piece|kg', and the name of another feature"
  }
  types[i] = type
  if (i == 1 && (type != "text" || optional[i]))
    return "'" name "' is the first field, by which people recognize an item, so it must be a text"
  if (type == "bool" && optional[i]) return "'" name "' is true or false, so it cannot be optional; omit '?'"
  if (version == 1 && defaults[i] != "" && !is_required(i))
    return "'" name "' is " (optional[i] ? "none" : "false") " unless given, so it has no other default; omit " \
      (optional[i] ? "'?' or " : "") "'=" defaults[i] "'"
  if (version > 1 && is_required(i) && defaults[i] == "")
    return "the items that are stored have no '" name "'; give them a value, as in '" name ":" \
      (choices[i] ? "…" : type) "=…', or make it optional: '" name ":" (choices[i] ? "…" : type) "?'"
  if (defaults[i] != "" && !is_literal(defaults[i], i))
    return "'" defaults[i] "' is no value of '" name "', which is " (choices[i] ? "one of " choices[i] : "of the type " type)
  return ""
}

function has_duplicate(text,  i, j, n, list) {
  n = split(text, list, " ")
  for (i = 2; i <= n; i++) for (j = 1; j < i; j++) if (case_name(list[i]) == case_name(list[j])) return 1
  return 0
}

# Whether a text is a value of the field i in JSON.
function is_literal(text, i) {
  if (types[i] ~ /^(int|number)$/) return text ~ /^(0|-?[1-9][0-9]*)$/ && length(text) < 18
  if (types[i] == "decimal") return text ~ /^(0|-?[1-9][0-9]*|-?(0|[1-9][0-9]*)[.][0-9]+)$/ && length(text) < 16
  if (types[i] == "money") return text ~ /^[A-Z][A-Z][A-Z] -?(0|[1-9][0-9]*)([.][0-9][0-9][0-9]?)?$/
  if (types[i] == "bool") return text ~ /^(true|false)$/
  if (types[i] == "day") return text ~ ("^" day_pattern "$")
  if (types[i] == "time") return text ~ ("^" time_pattern "$")
  if (types[i] == "instant") return text ~ ("^" day_pattern "T" time_pattern ":[0-5][0-9]Z$")
  if (types[i] == "url") return text ~ /^https?:[\/][\/][A-Za-z0-9.]+[A-Za-z0-9.:\/_%?=&~-]*$/
  if (types[i] == "choice") return index(" " choices[i] " ", " " text " ")
  return text !~ /["\\,;]/
}

# What a field means, in a few words.
function meaning(i,  text, moment) {
  text = words_of(names[i])
  if (types[i] == "bool") {
    if (sub(/^is /, "", text)) return "whether it is " text
    if (text ~ /^(all|any|both|each|every|more|most|no|only)$/) return "whether '" text "' applies"
    return (text ~ /^((has|can|was) |(allows|contains|counts|expires|includes|needs|repeats|requires|works)( |$))/ \
      ? "whether it " : "whether it is ") text
  }
  if (references[i]) return (types[i] == "key" ? "the id of the " : "the number of the ") text
  moment = types[i] == "instant" ? "date and time" : types[i] ~ /^(day|time)$/ ? types[i] : ""
  if (moment && text ~ /^(at|on|when)$/) return "the " moment
  if (moment && text ~ /^(before|by|till|to|until)$/) return "the last " moment
  if (moment && text ~ /^(after|from|since)$/) return "the first " moment
  if (text ~ /^(how|what|who|why)$/) return text " it is" (text == "how" ? " done" : text == "why" ? " so" : "")
  if (text ~ /^(about|above|after|at|before|behind|below|by|from|near|of|off|on|over|since|till|to|under|until|with|without)$/)
    return (types[i] ~ /^(int|decimal|money)$/ ? "how much it is " : "who or what it is ") text
  if (types[i] ~ /^(int|decimal)$/ && (text ~ /^(mm|cm|m|km|mg|g|kg|ml|l|h|min|s|ms|kcal)$/ || singular_of(text)))
    return "the number of " text
  if (types[i] == "day" && text !~ /(day|date)$/) return "the " text " day"
  if (types[i] == "time" && text !~ /time$/) return "the " text " time"
  if (types[i] == "instant" && text !~ /(date|time)$/) return "the " text " date and time"
  if (types[i] == "url" && text !~ /(address|link|url|page)$/) return "the address of the " text
  return "the " text
}

# A value of a field in Swift, on a command line, and in JSON; the first field has the value `title`.
function sample(i, form,  list) {
  split(choices[i], list, " ")
  if (types[i] == "text" || types[i] == "key") return quoted_for(form, types[i] == "key" ? "a1" : "x")
  if (types[i] ~ /^(int|number)$/) return types[i] == "int" ? "2" : "1"
  if (types[i] == "decimal") return "2.5"
  if (types[i] == "money")
    return form == "swift" ? "Money(250, .example)" : form == "json" ? "{\"amount\": 250, \"currency\": \"EUR\"}" : "EUR2.50"
  if (types[i] == "bool") return "true"
  if (types[i] == "day") return form == "swift" ? "CalendarDate(day: 20_778)" : form == "json" ? "\"2026-11-21\"" : "tomorrow"
  if (types[i] == "time") return form == "swift" ? ".clock(seconds: 29_100)" : quoted_for(form, "08:05")
  if (types[i] == "instant")
    return form == "swift" ? "Date(timeIntervalSince1970: 1_795_176_000)" : quoted_for(form, "2026-11-20T12:00:00Z")
  if (types[i] == "url") return form == "swift" ? "URL(filePath: \"/\")" : quoted_for(form, "https://example.org")
  return form == "swift" ? "." case_name(list[1]) : quoted_for(form, list[1])
}
function quoted_for(form, text) { return form == "shell" ? text : "\"" text "\"" }

# The name of a choice in Swift.
function case_name(text,  at) {
  while (at = index(text, "-")) text = substr(text, 1, at - 1) toupper(substr(text, at + 1, 1)) substr(text, at + 2)
  return text
}
function case_declaration(text,  name) {
  name = case_name(text)
  if (index(" " reserved_fields " ", " " name " ")) name = "`" name "`"
  return name == text ? name : name " = \"" text "\""
}

# Writes elements with commas between them in lines of less than 100 columns, between a beginning and an
# end, as swift-format does.
function wrapped(indent, beginning, list, n, end,  i, text, line) {
  for (i = 1; i <= n; i++) text = text (i > 1 ? ", " : "") list[i]
  if (length(indent beginning text end) <= 100) return indent beginning text end
  text = indent beginning "\n"
  line = indent "  " list[1]
  for (i = 2; i <= n; i++) {
    if (length(line ", " list[i] ",") <= 100) { line = line ", " list[i]; continue }
    text = text line ",\n"
    line = indent "  " list[i]
  }
  return text line (end ~ /^\) ?\{/ ? "\n" indent : "") end
}

# The title of a column.
function heading(i,  text) {
  text = words_of(names[i])
  if (types[i] == "bool") sub(/^is /, "", text)
  return text
}

# The lines of a kind for all fields, which stand in place of those between the marks `fields: <kind>`
# and `end`. `indent` is that of the mark.
function field_lines(kind, indent) {
  if (kind == "defaults") return default_lines(indent)
  if (kind == "plural") return plural_lines(indent)
  if (kind == "imports") return import_lines()
  if (kind == "properties") return property_lines(indent)
  if (kind == "init") return initializer(indent)
  if (kind == "descriptions") return description_lines(indent)
  if (kind == "arguments") return argument_line(indent)
  if (kind == "examples") return example_lines(indent)
  if (kind == "columns") return column_lines(indent)
  if (kind == "sample") return sample_line(indent)
  if (kind == "samples") return sample_items(indent)
  if (kind == "layouts") return layout_lines(indent)
  if (kind == "json") return json_text(indent)
  if (kind == "full") return full_line(indent)
  if (kind == "entered") return entered_lines(indent)
  if (kind == "stored") return stored_lines(indent)
}

function plural_lines(indent) {
  if (plural_of(noun) == noun "s") return ""
  return indent "/// What people call several items.\n" indent "public static let plural = \"" plural_of(noun) "\""
}

# The values of required fields that have a default.
function default_lines(indent,  i, n, list, text, line) {
  for (i = 1; i <= field_count; i++) {
    if (!is_required(i) || defaults[i] == "") continue
    list[++n] = "\"" names[i] "\": " (types[i] ~ /^(int|number)$/ ? ".integer(" defaults[i] ")" \
      : types[i] == "decimal" ? ".number(" defaults[i] ")" : ".text(\"" defaults[i] "\")")
  }
  if (!n) return ""
  line = indent "public static let defaults: [String: JSONValue] = ["
  text = line list[1]
  for (i = 2; i <= n; i++) text = text ", " list[i]
  if (length(text) >= 100) {
    text = line "\n"
    for (i = 1; i <= n; i++) text = text indent "  " list[i] ",\n"
    text = text indent
  }
  return indent "/// What an item has that is added without a field.\n" text "]"
}

function import_lines(  i, text, done) {
  for (i = 1; i <= field_count; i++) if (references[i] && !(references[i] in done)) {
    text = text (text ? "\n" : "") "import " references[i] "Interface"
    done[references[i]] = 1
  }
  return text
}

function property_lines(indent,  i, j, n, list, text) {
  for (i = 1; i <= field_count; i++) {
    if (types[i] == "choice") {
      n = split(choices[i], list, " ")
      for (j = 1; j <= n; j++) list[j] = case_declaration(list[j])
      text = text indent "/// The choices of `" names[i] "`.\n" indent "public enum " swift_type(i) \
        ": String, Codable, CaseIterable, Sendable {\n" wrapped(indent "  ", "case ", list, n, "") "\n" indent "}\n\n"
    }
  }
  for (i = 1; i <= field_count; i++)
    text = text indent "/// " capitalized(meaning(i)) (optional[i] ? "; nil for none" : "") ".\n" \
      indent "public " (id_type == "Int" ? "var " : "let ") names[i] ": " swift_type(i) (optional[i] ? "?" : "") "\n"
  if (names[1] != "title")
    text = text indent "/// What sentences call the item.\n" indent "public var title: String { " names[1] " }\n"
  return substr(text, 1, length(text) - 1)
}

function initializer(indent,  i, list, text) {
  list[1] = "id: " id_type (id_type == "Int" ? " = 0" : "")
  for (i = 1; i <= field_count; i++)
    list[i + 1] = names[i] ": " swift_type(i) initial_value(i)
  text = indent "/// Creates an item.\n" wrapped(indent, "public init(", list, field_count + 1, ") {")
  text = text "\n" indent "  self.id = id"
  for (i = 1; i <= field_count; i++) text = text "\n" indent "  self." names[i] " = " names[i]
  return text "\n" indent "}"
}

# The default of a field in the initializer.
function initial_value(i) {
  if (optional[i]) return "? = nil"
  if (types[i] == "bool") return " = false"
  if (defaults[i] == "") return ""
  if (types[i] ~ /^(int|number|decimal)$/) return " = " defaults[i]
  if (types[i] == "choice") return " = ." case_name(defaults[i])
  return types[i] ~ /^(text|key)$/ ? " = \"" defaults[i] "\"" : ""
}

function description_lines(indent,  i, text, hint, line) {
  if (indent == "") indent = "      " # the marks of a part in comments are not indented
  for (i = 1; i <= field_count; i++) {
    hint = meaning(i)
    if (types[i] == "bool") line = "\"" names[i] "\": .flag(\"" hint "\"),"
    else if (types[i] == "day")
      line = "\"" names[i] "\": .init(\"" hint ", such as tomorrow or 2026-12-24\", valueName: \"day\"),"
    else if (types[i] == "time")
      line = "\"" names[i] "\": .init(\"" hint ", such as 8:05 or now\", valueName: \"time\"),"
    else if (types[i] == "money")
      line = "\"" names[i] "\": .init(\"" hint ", such as EUR 2.50\", valueName: \"amount\"),"
    else if (types[i] == "instant")
      line = "\"" names[i] "\": .init(\"" hint "\", example: \"2026-11-20T08:00:00Z\"),"
    else if (types[i] == "number")
      line = wrapped_description(indent, i, hint, references[i] ".list) { $0.map { \"\\($0.id)\" } }")
    else if (types[i] == "key")
      line = wrapped_description(indent, i, hint, references[i] ".list) { $0.items.map(\\.id) }")
    else line = "\"" names[i] "\": \"" hint (is_required(i) && defaults[i] != "" ? "; " defaults[i] " unless given" : "") "\","
    text = text (i > 1 ? "\n" : "") indent line
  }
  if (field_count == 1 && id_type != "Int") sub(/,$/, "", text) # as swift-format writes lists
  return text
}
function wrapped_description(indent, i, hint, rest) {
  return "\"" names[i] "\": .init(\n" indent "  \"" hint "\",\n" indent "  suggestions: .results(of: " rest "),"
}

function argument_line(indent,  i, n, list) {
  for (i = 1; i <= field_count; i++) if (is_argument(i)) list[++n] = "\"" names[i] "\""
  return wrapped(indent, "arguments: [", list, n, "],")
}

function example_lines(indent,  i, line, text, start, changed, removed, value, first, second) {
  start = indent "\"" kebab
  first = "Milk"
  second = "Tea"
  for (i = 2; i <= field_count; i++) {
    if (choices[i] ~ /(^| )(milk|tea)( |$)/) { first = "First"; second = "Second" }
    if (is_argument(i)) value = value " " sample(i, "shell")
    if (!changed && types[i] != "number" && types[i] != "key") changed = i
    if (!removed && optional[i] && types[i] !~ /^(text|key)$/) removed = i
  }
  text = start " add " first value "\","
  line = start " add " second value
  for (i = 2; i <= field_count; i++) {
    if (is_argument(i) || types[i] ~ /^(number|key)$/) continue
    value = types[i] == "bool" ? " --" kebab_of(names[i]) : " --" kebab_of(names[i]) " " sample(i, "shell")
    if (length(line value) < 96) line = line value
  }
  if (line != start " add " second) text = text "\n" line "\","
  if (changed) value = types[changed] == "bool" ? " --" kebab_of(names[changed]) : " --" kebab_of(names[changed]) " " sample(changed, "shell")
  text = text "\n" start " change 1" (changed ? value : " --" kebab_of(names[1]) " Bread") "\","
  if (removed) text = text "\n" start " change 2 --" kebab_of(names[removed]) " none\","
  return text
}

function column_lines(indent,  i, text) {
  for (i = 1; i <= field_count; i++)
    text = text (i > 1 ? ",\n" : "") indent ".field(\"" heading(i) "\"" \
      (i > 1 ? ", minimumPageWidth: " 30 + 10 * (i > 9 ? 9 : i - 1) : "") ", \\." names[i] ")"
  return text
}

function sample_line(indent,  i, n, list) {
  list[n = 1] = names[1] ": " names[1]
  for (i = 2; i <= field_count; i++) if (is_required(i)) list[++n] = names[i] ": " sample(i, "swift")
  return wrapped(indent, "var item = " item "(", list, n, ")")
}

function full_line(indent,  i, list) {
  list[1] = "id: " (id_type == "Int" ? "1" : "\"a1\"")
  for (i = 1; i <= field_count; i++)
    list[i + 1] = names[i] ": " (i == 1 ? "\"Milk\"" : sample(i, "swift"))
  return wrapped(indent, "let item = " item "(", list, field_count + 1, ")")
}

function entered_lines(indent,  i, text) {
  text = indent "\"" names[1] "\": \"Bread\""
  for (i = 2; i <= field_count; i++)
    if (is_required(i) || types[i] == "day") text = text ",\n" indent "\"" names[i] "\": \"" sample(i, "shell") "\""
  return index(text, "\n") ? text "," : text # as swift-format writes lists
}

# The layouts of a list and of an item, in place of the template's own.
function layout_lines(indent,  i, text) {
  text = indent "static let rows = ListLayout<" item ">.numberedTable(\n" column_lines(indent "  ") "\n" indent ")\n\n" \
    indent "static let detail = ListLayout<" item ">.detail(\n" indent "  \\.title"
  for (i = 2; i <= field_count; i++)
    text = text ",\n" indent "  .field(\"" heading(i) "\", \\." names[i] ")"
  return text "\n" indent ")"
}

# Twelve items as an address answers with them.
function sample_items(indent,  i, text) {
  text = indent "static let json = \"\"\"\n" indent "  {\"items\": [\n"
  for (i = 1; i <= 12; i++)
    text = text json_item(indent "    ", "sample-" i, "Sample " i, i % 2) (i < 12 ? "," : "") "\n"
  return text indent "  ]}\n" indent "  \"\"\""
}

# The JSON of an item in a string of a test.
function json_text(indent) {
  return indent "\"\"\"\n" json_item(indent, "item-\\(number)", "\\(text ?? \"Title \\(number)\")", 1) "\n" indent "\"\"\""
}

function json_item(indent, id, title, isFull,  i, text, line, part) {
  line = indent "{\"id\": \"" id "\", \"" names[1] "\": \"" title "\""
  for (i = 2; i <= field_count; i++) {
    if (optional[i] && !isFull) continue
    part = "\"" names[i] "\": " sample(i, "json")
    if (length(line part) < 90) { line = line ", " part; continue }
    text = text line ",\n"
    line = indent " " part
  }
  return text line "}"
}

# What `StoredItem` says about the fields that were added later.
function stored_lines(indent,  i, n, text) {
  for (i = 1; i <= field_count; i++) {
    if (versions[i] == 1 || optional[i] && defaults[i] == "") continue
    n++
    text = text (n > 1 ? ",\n" : "") indent "    .added(\"" names[i] "\", " (types[i] == "bool" && defaults[i] == "" ? "false" \
      : types[i] ~ /^(int|decimal|bool|number)$/ ? defaults[i] : "\"" defaults[i] "\"") ")"
  }
  if (text == "") return indent "extension " item ": StoredItem {}"
  return indent "extension " item ": StoredItem {\n" indent "  /// How items are read that earlier versions have stored.\n" \
    indent "  public static let migrations: [StoredItemMigration] = [\n" text (n > 1 ? "," : "") "\n" indent "  ]\n" indent "}"
}

# Items as JSON that a version stores, with all fields and each choice.
function stored_items(version,  i, n, row, rows, count, list, choice, members, text) {
  rows = 1
  for (i = 1; i <= field_count; i++) {
    n = split(choices[i], list, " ")
    if (versions[i] <= version && n > rows) rows = n
  }
  for (row = 1; row <= rows; row++) {
    count = 0
    for (i = 1; i <= field_count; i++) {
      if (versions[i] > version) continue
      n = split(choices[i], choice, " ")
      members[++count] = names[i] "\" : " (i == 1 ? "\"Milk\"" \
        : n ? "\"" choice[(row - 1) % n + 1] "\"" : sample(i, "json"))
    }
    members[++count] = "id\" : " row
    sort_list(members, count)
    text = text (row > 1 ? ",\n" : "[\n") "  {"
    for (i = 1; i <= count; i++) text = text (i > 1 ? "," : "") "\n    \"" members[i]
    text = text "\n  }"
  }
  return text "\n]"
}
