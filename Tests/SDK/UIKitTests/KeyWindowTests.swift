import TestSupport
import Testing

/// Serialized, because an app has one key window.
@Suite(.limited, .serialized) enum KeyWindowTests {}
