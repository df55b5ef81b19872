import Foundation

/// Returns how many times longer `work` takes with 16,000 items than with 4,000.
///
/// It is about 4 for linear work and 16 for quadratic work. Compare it with ``linearGrowth``: only
/// the ratio of two times says something on any machine. The times are of this thread's CPU, so that
/// other threads do not count.
package func growth<Input>(
  of input: (_ items: Int) -> Input, work: (Input) throws -> Void
) rethrows -> Double {
  let (small, large) = (input(4_000), input(16_000))
  var times = (small: Double.infinity, large: Double.infinity)
  for _ in 0..<5 {
    times.small = min(times.small, try cpuSeconds { try work(small) })
    times.large = min(times.large, try cpuSeconds { try work(large) })
  }
  return times.large / times.small
}

/// The most that ``growth(of:work:)`` returns for linear work, with a margin for noise.
package let linearGrowth = 9.0

private func cpuSeconds(of work: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  try work()
  return now() - start
}
