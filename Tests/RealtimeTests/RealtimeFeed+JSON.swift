import Mediator

@testable import Realtime

/// The JSON of a file, as the reference implementation of protocol buffers writes it: numbers of 64
/// bits are texts.
extension RealtimeFeed {
  var json: JSONValue {
    .members([
      "header": .members([
        "gtfsRealtimeVersion": header.version.map(JSONValue.text),
        "incrementality": header.incrementality.map {
          $0 == .fullDataSet ? .text("FULL_DATASET") : .name($0)
        },
        "timestamp": header.timestamp.map(JSONValue.decimal),
      ]),
      "entity": .list(
        tripUpdates.map { .members(["id": .text($0.entityID), "tripUpdate": $0.json]) }
          + vehicles.map { .members(["id": .text($0.entityID), "vehicle": $0.json]) }
          + alerts.map { .members(["id": .text($0.entityID), "alert": $0.json]) }),
    ])
  }
}

extension JSONValue {
  fileprivate static func members(_ members: [String: JSONValue?]) -> JSONValue {
    .object(members.compactMapValues(\.self))
  }

  fileprivate static func decimal(_ value: Int) -> JSONValue { .text(String(value)) }

  /// The shortest number that is the same value of 32 bits.
  fileprivate static func float(_ value: Double) -> JSONValue {
    Double(Float(value).description).map { number in
      Int(exactly: number).map(JSONValue.integer) ?? .number(number)
    } ?? .null
  }

  /// The name of an enumeration's value, such as `NO_DATA`.
  fileprivate static func name(_ value: some ProtobufEnum) -> JSONValue {
    .text("\(value)".map { $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined())
  }

  /// The list; nil if it has no elements.
  fileprivate static func elements<Element>(
    _ elements: [Element], _ json: (Element) -> JSONValue
  ) -> JSONValue? {
    elements.isEmpty ? nil : .list(elements.map(json))
  }
}

extension RealtimeFeed.TripUpdate {
  fileprivate var json: JSONValue {
    .members([
      "trip": trip.json,
      "vehicle": vehicle?.json,
      "stopTimeUpdate": .elements(stopTimeUpdates, \.json),
      "timestamp": timestamp.map(JSONValue.decimal),
      "delay": delay.map(JSONValue.integer),
      "tripProperties": properties.map {
        .members([
          "tripId": $0.tripID.map(JSONValue.text),
          "startDate": $0.startDate.map(JSONValue.text),
          "startTime": $0.startTime.map(JSONValue.text),
          "tripHeadsign": $0.tripHeadsign.map(JSONValue.text),
        ])
      },
    ])
  }
}

extension RealtimeFeed.StopTimeUpdate {
  fileprivate var json: JSONValue {
    .members([
      "stopSequence": stopSequence.map(JSONValue.integer),
      "stopId": stopID.map(JSONValue.text),
      "arrival": arrival?.json,
      "departure": departure?.json,
      "scheduleRelationship": scheduleRelationship.map { .name($0) },
      "stopTimeProperties": properties.map {
        .members(["assignedStopId": $0.assignedStopID.map(JSONValue.text)])
      },
    ])
  }
}

extension RealtimeFeed.StopTimeEvent {
  fileprivate var json: JSONValue {
    .members([
      "delay": delay.map(JSONValue.integer),
      "time": time.map(JSONValue.decimal),
      "uncertainty": uncertainty.map(JSONValue.integer),
      "scheduledTime": scheduledTime.map(JSONValue.decimal),
    ])
  }
}

extension RealtimeFeed.TripDescriptor {
  fileprivate var json: JSONValue {
    .members([
      "tripId": tripID.map(JSONValue.text),
      "routeId": routeID.map(JSONValue.text),
      "directionId": directionID.map(JSONValue.integer),
      "startTime": startTime.map(JSONValue.text),
      "startDate": startDate.map(JSONValue.text),
      "scheduleRelationship": scheduleRelationship.map { .name($0) },
    ])
  }
}

extension RealtimeFeed.VehicleDescriptor {
  fileprivate var json: JSONValue {
    .members([
      "id": id.map(JSONValue.text),
      "label": label.map(JSONValue.text),
      "licensePlate": licensePlate.map(JSONValue.text),
    ])
  }
}

extension RealtimeFeed.VehiclePosition {
  fileprivate var json: JSONValue {
    .members([
      "trip": trip?.json,
      "vehicle": vehicle?.json,
      "position": position.map {
        .members([
          "latitude": .float($0.latitude),
          "longitude": .float($0.longitude),
          "bearing": $0.bearing.map(JSONValue.float),
          "speed": $0.speed.map(JSONValue.float),
        ])
      },
      "currentStopSequence": currentStopSequence.map(JSONValue.integer),
      "stopId": stopID.map(JSONValue.text),
      "currentStatus": currentStatus.map { .name($0) },
      "timestamp": timestamp.map(JSONValue.decimal),
    ])
  }
}

extension RealtimeFeed.Alert {
  fileprivate var json: JSONValue {
    .members([
      "activePeriod": .elements(activePeriods) {
        .members([
          "start": $0.start.map(JSONValue.decimal), "end": $0.end.map(JSONValue.decimal),
        ])
      },
      "informedEntity": .elements(informedEntities) {
        .members([
          "agencyId": $0.agencyID.map(JSONValue.text),
          "routeId": $0.routeID.map(JSONValue.text),
          "routeType": $0.routeType.map(JSONValue.integer),
          "directionId": $0.directionID.map(JSONValue.integer),
          "trip": $0.trip?.json,
          "stopId": $0.stopID.map(JSONValue.text),
        ])
      },
      "cause": cause.map { .name($0) },
      "effect": effect.map { .name($0) },
      "url": url?.json,
      "headerText": headerText?.json,
      "descriptionText": descriptionText?.json,
      "severityLevel": severityLevel.map { .name($0) },
    ])
  }
}

extension RealtimeFeed.TranslatedText {
  fileprivate var json: JSONValue {
    .members([
      "translation": .elements(translations) {
        .members(["text": .text($0.text), "language": $0.language.map(JSONValue.text)])
      }
    ])
  }
}
