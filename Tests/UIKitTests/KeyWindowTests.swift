import Testing

/// One test after the other, because an app has one key window.
@Suite(.serialized) enum KeyWindowTests {}
