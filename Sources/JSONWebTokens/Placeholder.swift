enum JSONWebTokensPlaceholder {}
