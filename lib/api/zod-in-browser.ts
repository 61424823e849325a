/**
 * What stands for zod in the browser's bundle (next.config.ts). There a
 * contract tells where an operation lies and how its body is sent; what comes
 * in is validated by the server. Without zod and all that the schemas would
 * make of it, every page is 30 kB smaller.
 */
const nothing: unknown = new Proxy(() => nothing, {
  get: (_, key) => {
    // Not a promise; and in a list it is no elements.
    if (key === "then") return undefined;
    if (key === Symbol.iterator) return [][Symbol.iterator];
    return nothing;
  },
});

export const z = nothing;
