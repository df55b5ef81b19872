enum ViewerPlaceholder {}
