enum ConsumerMapPlaceholder {}
