extension ViewState {
  /// Goes to the next panel, where there is room for any.
  mutating func showNextPanel(now: Duration) {
    guard layout.step != .text, layout.step != .micro else {
      say(Catalogue.noPanelHere, now: now)
      return
    }
    // What is asked for is seen, also where the map had taken all.
    if arrangement.isMapOnly {
      arrangement.isMapOnly = false
    } else {
      arrangement.panel = arrangement.panel.next
    }
  }

  /// Gives all room to the map, or takes it back.
  mutating func toggleMapOnly(now: Duration) {
    guard layout.step != .text, layout.step != .micro else {
      say(Catalogue.noMapHere, now: now)
      return
    }
    arrangement.isMapOnly.toggle()
  }

  /// Shows what happened or hides it, over the screen where it has no box.
  mutating func toggleEvents() {
    var wanted = arrangement
    wanted.showsEvents = true
    if Layout(size: size, arrangement: wanted).events != nil {
      arrangement.showsEvents.toggle()
    } else {
      if focus.overlay == .events { focus.overlay = nil } else { open(.events) }
    }
  }
}
