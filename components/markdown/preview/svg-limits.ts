const MAX_CHARACTERS = 2_000_000;
// Limit for `<use>` copies, since nested copies grow exponentially. Diagrams use them for icons.
const MAX_COPIES = 20;
const COPY = /<(?:\w+:)?use\b/gi;

/** Returns true if an untrusted SVG can be drawn in the page without blocking it: it isn't huge and declares no entities. */
export const isWithinLimits = (svg: string): boolean =>
  svg.length <= MAX_CHARACTERS &&
  (svg.match(COPY) ?? []).length <= MAX_COPIES &&
  !/<!(?:DOCTYPE|ENTITY)/i.test(svg);
