/**
 * What Node is started with to be the server.
 * A small young generation: 100 MB less at rest for a little more work under load (docs/performance.md).
 */
export const FLAGS = [
  "--max-semi-space-size=8",
  "--enable-source-maps",
  "--disable-warning=ExperimentalWarning",
];
