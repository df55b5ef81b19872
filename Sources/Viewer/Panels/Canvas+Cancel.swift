extension Canvas where State == ViewState {
  /// Draws the question whether the ride is really to be cancelled.
  mutating func drawCancelQuestion() {
    let text = OverlayText(
      head: [Catalogue.cancelQuestion],
      body: layout.isFramed ? [""] + wrapped(Catalogue.cancelMeaning, width: cardWidth) : [],
      tail: (layout.isFramed ? [""] : []) + [Catalogue.cancelKeys]
    )
    drawCard(text, title: Catalogue.cancelTitle)
  }

  /// Draws something that has no room in one line.
  mutating func drawReport(_ text: String) {
    let lines = wrapped(text, width: cardWidth)
    let gap = layout.isFramed ? [""] : []
    drawCard(
      OverlayText(head: lines, body: [], tail: gap + [Catalogue.anyKey]),
      title: Catalogue.program
    )
  }

  /// Draws why the ride was not cancelled.
  mutating func drawCancelFailure(_ failure: BookingFailure) {
    let gap = layout.isFramed ? [""] : []
    let text = OverlayText(
      head: [failure.isUncertain ? Catalogue.perhapsCanceled : Catalogue.notCanceled],
      body: gap + wrapped(failure.summary, width: cardWidth)
        + failure.advice.flatMap { wrapped(String($0.prefix(400)), width: cardWidth) },
      tail: gap + [Catalogue.cancelFailureKeys(settings.keys)]
    )
    drawCard(text, title: Catalogue.cancelTitle)
  }
}
