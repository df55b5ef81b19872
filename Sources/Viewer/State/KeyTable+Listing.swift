internal import CellGrid

extension KeyTable {
  /// The keys of a list of trips.
  static let list = [
    line(
      .list,
      [.listing],
      "arrows jk",
      "next / previous trip",
      key(.selectNext, "next trip", KeyPress(.down), "j", label: "Move"),
      key(.selectPrevious, "previous trip", KeyPress(.up), "k", label: "Move")
    ),
    line(
      .list,
      [.listing],
      "PgDn PgUp",
      "a screen down / up",
      key(.selectNextPage, "a screen down", KeyPress(.pageDown)),
      key(.selectPreviousPage, "a screen up", KeyPress(.pageUp))
    ),
    line(
      .list,
      [.listing],
      "Home End",
      "first / last trip",
      key(.selectFirst, "first trip", KeyPress(.home)),
      key(.selectLast, "last trip", KeyPress(.end), "G")
    ),
    line(.list, [.listing], key(.openTrip, "open the trip", KeyPress(.enter), label: "Open")),
    line(.list, [.listing], key(.filterTrips, "show what matches", "/", label: "Filter")),
    line(
      .list,
      [.listing],
      "r",
      key(.refresh, "ask for the trip now", "r", KeyPress(.function(5)), label: "Ask now")
    ),
    line(.list, [.listing], key(.pause, "pause / resume screen", "p", " ", label: "Pause")),
    line(.list, [.listing], key(.details, "error details", "d", label: "Details")),
    line(.list, [.listing], key(.copyTripName, "copy trip name", "y", label: "Copy")),
  ]
}
