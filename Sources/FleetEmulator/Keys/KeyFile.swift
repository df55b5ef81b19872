/// A service-account key file in Google's shape.
struct KeyFile: Codable {
  var type = "service_account"
  var projectID: String
  var privateKeyID: String
  var privateKey: String
  var clientEmail: String
  var clientID: String
  var authURI = "https://accounts.google.com/o/oauth2/auth"
  var tokenURI = "https://oauth2.googleapis.com/token"

  private enum CodingKeys: String, CodingKey {
    case type
    case projectID = "project_id"
    case privateKeyID = "private_key_id"
    case privateKey = "private_key"
    case clientEmail = "client_email"
    case clientID = "client_id"
    case authURI = "auth_uri"
    case tokenURI = "token_uri"
  }
}
