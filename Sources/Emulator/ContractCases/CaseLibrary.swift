internal import ContractCaseFiles

extension ContractCase {
  /// The cases that the program has, by area and name; an error names one that cannot be read.
  package static func all() throws(ContractCaseError) -> [ContractCase] {
    let bytes = unsafe UnsafeBufferPointer(
      start: ridealong_contract_cases_bytes(), count: ridealong_contract_cases_size())
    let parts = unsafe Array(bytes).split(separator: 0, omittingEmptySubsequences: false)
    var cases: [ContractCase] = []
    for index in stride(from: 0, to: parts.count - 1, by: 2) {
      let name = String(decoding: parts[index], as: UTF8.self)
      cases.append(try ContractCase(name: name, json: Array(parts[index + 1])))
    }
    return cases.sorted { ($0.area, $0.name) < ($1.area, $1.name) }
  }
}
