import Fuzzing
import TestSupport
import Testing

@Suite(.limited) struct `A mutator` {
  private func inputs(seed: UInt64) -> [[UInt8]] {
    var mutator = Mutator(seed: seed)
    return (0..<500).map { _ in
      mutator.mutated(Array("a sample".utf8), with: Array("OTHER".utf8), mostBytes: 24)
    }
  }

  @Test func `A mutator makes the same inputs in every run for the same seed only`() {
    #expect(inputs(seed: 1) == inputs(seed: 1))
    #expect(inputs(seed: 1) != inputs(seed: 2))
  }

  @Test func `A mutator makes many different inputs within the limit, from an empty one too`() {
    let all = inputs(seed: 3)
    #expect(Set(all).count > 400)
    #expect(all.allSatisfy { $0.count <= 24 })
    #expect(all.contains { $0.contains(UInt8(ascii: "H")) })
    var mutator = Mutator(seed: 4)
    #expect(mutator.mutated([], with: [], mostBytes: 8).count <= 8)
  }
}
