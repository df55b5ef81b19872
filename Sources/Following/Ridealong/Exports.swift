// The modules that a program needs to follow trips, drive vehicles and make single calls.
@_exported public import AccessTokens
@_exported public import CurlTransport
@_exported public import FleetEngine
@_exported public import Geo
@_exported public import HTTPMessages
@_exported public import RidesharingConsumer
@_exported public import RidesharingDriver
