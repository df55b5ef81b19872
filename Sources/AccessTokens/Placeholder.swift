enum AccessTokensPlaceholder {}
