import HTTPMessages
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `The variables of an emulator` {
  @Test func `The variables of an emulator are lines for a shell`() throws {
    var variables = EmulatorVariables(
      endpoint: try HTTPURL(parsing: "http://127.0.0.1:2"),
      providerID: "p",
      keys: "/my keys"
    )
    #expect(
      variables.exports == [
        "export FLEET_ENGINE_EMULATOR_HOST=127.0.0.1:2",
        "export FLEET_ENGINE_EMULATOR_URL=http://127.0.0.1:2",
        "export FLEET_ENGINE_EMULATOR_KEYS='/my keys'", "export FLEET_ENGINE_PROVIDER=p",
        "export GOOGLE_APPLICATION_CREDENTIALS='/my keys/server.json'",
        "export RIDEALONG_ENDPOINT=http://127.0.0.1:2", "export RIDEALONG_PROVIDER=p",
        "export RIDEALONG_SERVICE_ACCOUNT='/my keys/server.json'",
      ])
    variables.grpc = ("localhost:1", "/my keys/localhost.pem")
    for line in [
      "export FLEET_ENGINE_EMULATOR_GRPC=localhost:1",
      "export GRPC_DEFAULT_SSL_ROOTS_FILE_PATH='/my keys/localhost.pem'",
      "export NODE_EXTRA_CA_CERTS='/my keys/localhost.pem'",
    ] { #expect(variables.exports.contains(line)) }
    #expect(!variables.exports.contains { $0.contains("PROXY") })
    // It would replace the authorities of every other program.
    #expect(!variables.exports.contains { $0.contains("SSL_CERT_FILE") })
  }

  @Test(arguments: [
    (["HTTPS_PROXY": "http://proxy:3128"], "localhost,127.0.0.1,::1"),
    (
      ["http_proxy": "http://proxy:3128", "no_proxy": "a.example"],
      "a.example,localhost,127.0.0.1,::1"
    ),
    (
      ["grpc_proxy": "http://proxy:3128", "NO_PROXY": "a.example"],
      "a.example,localhost,127.0.0.1,::1"
    ),
    // In an emulator's environment already.
    (["http_proxy": "proxy", "no_proxy": "localhost,127.0.0.1,::1"], "localhost,127.0.0.1,::1"),
    (["all_proxy": "socks5://proxy", "no_proxy": "*"], "*"), (["http_proxy": ""], nil),
    (["no_proxy": "a.example"], nil),
  ])
  func `The variables of an emulator exempt this machine from a proxy`(
    proxies: [String: String], exceptions: String?
  ) throws {
    let variables = EmulatorVariables(
      endpoint: try HTTPURL(parsing: "http://127.0.0.1:2"), providerID: "p", keys: "/keys",
      proxies: proxies)
    for name in ["no_proxy", "NO_PROXY"] {
      #expect(variables.pairs.first { $0.name == name }?.value == exceptions)
    }
  }
}
