// As on iOS, where an app's file that imports the Maps SDK has all of UIKit and Foundation too.
@_exported public import GoogleRidesharingCompat
@_exported public import UIKit
