/// What was found is not what it has to be.
struct Unexpected: Error, CustomStringConvertible {
  let description: String
}
