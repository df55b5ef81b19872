import Testing

/// Serialized, because an app has one key window.
@Suite(.serialized) enum KeyWindowTests {}
