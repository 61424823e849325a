import { expect, test } from "vitest";
import { getArtifactKind } from "./artifacts";

const getKind = (code: string) => getArtifactKind({ code, language: "tsx" });

test.each(["export default App;", "let a;\n\n  export default App;", "export {\n  App as default,\n};"])(
  "%j is a React component",
  (code) => expect(getKind(code)).toBe("react"),
);

test.each(["const App = 1;", "// export default", "export { App };"])(
  "%j is code that is only read",
  (code) => expect(getKind(code)).toBeUndefined(),
);

test.each(["\n".repeat(300_000), "export {\n".repeat(100_000)])(
  "long code is recognized quickly (%#)",
  (code) => {
    const start = performance.now();
    getKind(code);
    expect(performance.now() - start).toBeLessThan(2_000);
  },
);
