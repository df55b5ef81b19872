enum ConsumerMapTestsPlaceholder {}
