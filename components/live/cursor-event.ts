/** Event on `window` for each live event `cursor`, so that its code is loaded with the canvas. */
export const CURSOR_EVENT = "canvas-cursor";
