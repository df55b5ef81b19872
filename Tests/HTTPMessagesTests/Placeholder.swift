enum HTTPMessagesTestsPlaceholder {}
