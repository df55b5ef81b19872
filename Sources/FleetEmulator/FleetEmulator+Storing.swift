internal import FleetEngine

/// Changes that are in the world and not in the database yet.
struct UnsavedChanges: Sendable {
  /// What is to be written.
  private(set) var changes = Changes()
  /// What takes each call's changes back, oldest first.
  private(set) var undo: [Changes] = []

  /// Takes in a call's changes, before the world does.
  mutating func add(_ changes: Changes, to world: World) {
    undo.append(changes.undoing(in: world))
    self.changes.add(changes)
  }
}

extension FleetEmulator {
  /// Waits until everything that the world holds is in the database.
  ///
  /// The calls that stand in line for the actor are answered first, so that under load many share
  /// one transaction. No answer goes out before it, those that only tell of others' changes neither.
  ///
  /// - Throws: That it cannot be stored; then the changes are taken back.
  func stored() async throws(RPCFailure) {
    guard !unsaved.changes.isEmpty else { return }
    let failure = await withCheckedContinuation { continuation in
      waiting.append(continuation)
      if waiting.count == 1 { Task { self.save() } }
    }
    if let failure {
      throw RPCFailure(.unavailable, "The change could not be stored: \(failure.description)")
    }
  }

  private func save() {
    let (batch, callers) = (unsaved, waiting)
    unsaved = UnsavedChanges()
    waiting = []
    var failure: EmulatorError?
    do throws(EmulatorError) {
      try store?.save(batch.changes, routeTexts, runningSeconds: Int(runningTime.now.seconds))
    } catch {
      for undo in batch.undo.reversed() { take(undo) }
      failure = error
    }
    for caller in callers { caller.resume(returning: failure) }
  }
}
