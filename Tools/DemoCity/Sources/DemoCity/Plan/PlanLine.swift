internal import Roads

/// A line of the plan before its crossings with others are known.
struct PlanLine {
  enum Kind {
    /// A street; the ring walls, for example, are drawn as streets too.
    case street(RoadClass)
    /// The edge of what is drawn.
    case frame
  }

  var points: [Point]
  var kind: Kind
  /// Whether it may lead over the river.
  var crossesRiver = false
  /// Whether it lies around the market or begins within it.
  var isMarket = false
}
