/// A piece of land between streets, in the plan.
struct Block {
  enum Use {
    case oldTown
    case inner
    case outer
    case park
    case square
    case field
    case meadow
    case wood
  }

  var polygon: Polygon
  var use: Use
}

/// A park or a wood, with the pieces into which paths divide it.
struct Green {
  var polygon: Polygon
  var use: Block.Use
  var lawns: [Polygon]
}
