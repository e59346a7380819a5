import Foundation

/// A process of Flask, a usual web framework, that renders the rows of a page with a template. It is
/// served by Waitress, because Flask's own server closes the connection after each answer.
///
/// It splits the page of the host at its start, and proves that what the template makes of the values
/// is the same page, byte by byte. It only renders: it loads no stations and looks for no departures.
final class FlaskServer {
  private static let packages = "'Flask==3.1.3' 'waitress==3.0.2'"

  let connection: WebConnection
  private let process = Process()
  private let folder: URL

  /// Nil if Flask is not installed and cannot be.
  /// - Parameter page: The page that it renders.
  init?(rendering page: Data) throws {
    // Beside the benchmarks, so that it is installed once.
    let environment = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "flask")
    let python = environment.appending(path: "bin/python3")
    let shell = Program(executable: URL(filePath: "/bin/bash"))
    let install = """
      '\(python.path)' -c 'import flask, waitress' || { python3 -m venv '\(environment.path)' &&
        '\(python.path)' -m pip install --quiet \(Self.packages); }
      """
    guard (try? shell.with("-c", install).run()) != nil else { return nil }
    folder = FileManager.default.temporaryDirectory.appending(path: "flask-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (script, file) = (folder.appending(path: "server.py"), folder.appending(path: "page"))
    try Data(Self.script.utf8).write(to: script)
    try page.write(to: file)
    let output = Pipe()
    process.executableURL = python
    process.arguments = [script.path, file.path]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = UInt16(line.prefix { $0 != "\n" }) else {
      process.terminate()
      throw CocoaError(.executableLoad)
    }
    connection = try WebConnection(port: port)
  }

  deinit {
    process.terminate()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The processor time so far, in milliseconds.
  var processorMilliseconds: Double {
    Program.processorMilliseconds(ofProcess: process.processIdentifier)
  }

  private static let script = #"""
    import html, re, sys
    from flask import Flask, render_template
    from waitress import create_server

    TEMPLATE = """
    {%- for piece in pieces -%}
    {%- if piece.cells is not defined -%}{{ piece|safe }}
    {%- else -%}<tr{% if piece.key %} data-row="{{ piece.key }}"{% endif %}>
    {%- for cell in piece.cells -%}<td{% if cell.name %} class="{{ cell.name }}"{% endif %}>
    {%- for part in cell.parts -%}
    {%- if part.kind == "link" -%}<a href="{{ part.link }}">{{ part.text }}</a>
    {%- elif part.kind == "badge" -%}<span class="{{ part.name }}"><svg color="{{ part.color }}"></svg>{{ part.text }}</span>
    {%- elif part.kind == "role" -%}<span class="{{ part.name }}">{{ part.text }}</span>
    {%- else -%}{{ part.text }}
    {%- endif -%}
    {%- endfor -%}</td>
    {%- endfor -%}</tr>
    {%- endif -%}
    {%- endfor -%}
    """
    ROW = r'(<tr(?: data-row="[^"]*")?>(?:<td(?: class="[^"]*")?>(?:(?!</?t[dhr]).)*</td>)+</tr>)'
    CELL = r'<td(?: class="([^"]*)")?>(.*?)</td>'
    PART = (r'<a href="(?P<link>[^"]*)">(?P<label>[^<]*)</a>'
            r'|<span class="(?P<badge>[^"]*)"><svg color="(?P<color>[^"]*)"></svg>(?P<name>[^<]*)</span>'
            r'|<span class="(?P<role>[^"]*)">(?P<words>[^<]*)</span>|(?P<text>[^<]+)')

    def part(match):
        part = {key: html.unescape(text or "") for key, text in match.groupdict().items()}
        if part["link"]:
            return {"kind": "link", "link": part["link"], "text": part["label"]}
        if part["badge"]:
            return {"kind": "badge", "name": part["badge"], "color": part["color"], "text": part["name"]}
        if part["role"]:
            return {"kind": "role", "name": part["role"], "text": part["words"]}
        return {"kind": "text", "text": part["text"]}

    def piece(text):
        key = re.match(r'<tr(?: data-row="([^"]*)")?>', text)
        if not key:
            return text
        cells = [{"name": cell[1], "parts": [part(found) for found in re.finditer(PART, cell[2])]}
                 for cell in re.finditer(CELL, text)]
        return {"key": key[1], "cells": cells}

    with open(sys.argv[1], encoding="utf-8") as file:
        page = file.read()
    pieces = [piece(text) for text in re.split(ROW, page)]
    app = Flask(__name__)
    template = app.jinja_env.from_string(TEMPLATE)

    @app.get("/")
    def show():
        return render_template(template, pieces=pieces)

    rendered = html.unescape(app.test_client().get("/").text)
    assert rendered == html.unescape(page)
    server = create_server(app, host="127.0.0.1", port=0)
    print(server.effective_port, flush=True)
    server.run()

    """#
}
