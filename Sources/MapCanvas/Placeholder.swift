enum MapCanvasPlaceholder {}
