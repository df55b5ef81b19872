/// A result that is not the expected one.
struct Unexpected: Error, CustomStringConvertible { let description: String }
