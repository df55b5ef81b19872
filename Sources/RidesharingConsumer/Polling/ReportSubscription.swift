/// The stay of one iterator among a model's subscribers.
///
/// It ends when the iterator is let go of or its task is cancelled, on whatever thread that is.
final class ReportSubscription: Sendable {
  private let model: TripModel
  private let inbox = ReportInbox()

  /// Joins the subscribers of a model, and so begins the polling if it is the first.
  init(to model: TripModel) {
    self.model = model
    model.join(inbox)
  }

  deinit {
    leave()
  }

  /// Brings what came since the last time; nil after the end.
  func next() async -> PollReport? {
    await withTaskCancellationHandler {
      await inbox.take()
    } onCancel: {
      leave()
    }
  }

  private func leave() {
    model.leave(inbox)
    inbox.close()
  }
}
