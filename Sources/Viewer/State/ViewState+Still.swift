extension ViewState {
  /// What a screen that stands still shows: its data as it was, and what the user does with it now.
  func over(_ frozen: ViewState) -> ViewState {
    var still = frozen
    still.overlay = overlay
    still.list = list
    still.prompt = prompt
    still.notice = notice
    still.chosenMarker = chosenMarker
    still.isMarkerCardOpen = isMarkerCardOpen
    still.isCardHidden = isCardHidden
    still.offersMyLocation = offersMyLocation
    still.arrangement = arrangement
    return still
  }
}
