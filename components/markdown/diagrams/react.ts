import * as React from "react";
import * as jsxRuntime from "react/jsx-runtime";
import { createPortal, flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { transform } from "sucrase";

// Compiles and runs a React component in a preview's frame, which has no network. Failures are written into the frame and
// thrown, so that the preview's console has them with their line.
const MODULES: Record<string, unknown> = {
  react: React,
  "react/jsx-runtime": jsxRuntime,
  "react-dom": { createPortal, flushSync },
  "react-dom/client": { createRoot },
};

function load(name: string): unknown {
  if (Object.hasOwn(MODULES, name)) return MODULES[name];
  throw new Error(`Only React can be imported here, not "${name}".`);
}

class Boundary extends React.Component<{ children: React.ReactNode }, { failure?: Error }> {
  override state: { failure?: Error } = {};
  static getDerivedStateFromError = (failure: Error) => ({ failure });
  override render() {
    const { failure } = this.state;
    return failure ? React.createElement("pre", { role: "alert" }, String(failure)) : this.props.children;
  }
}

function compile(code: string): string {
  const { code: compiled } = transform(code, {
    transforms: ["typescript", "jsx", "imports"],
    jsxRuntime: "automatic",
    production: true,
  });
  return compiled;
}

type Module = { exports: { default?: unknown } };
declare global {
  interface Window {
    runComponent?: (run: (require: typeof load, module: Module, exports: Module["exports"]) => void) => void;
  }
}

function show(place: HTMLElement, module: Module): void {
  const { default: component } = module.exports;
  if (typeof component !== "function" && typeof component !== "object")
    throw new Error("The code has no component: export one with `export default`.");
  const element = React.isValidElement(component)
    ? component
    : React.createElement(component as React.ComponentType);
  const onError = (error: unknown) => reportError(error);
  const root = createRoot(place, { onCaughtError: onError, onUncaughtError: onError });
  root.render(React.createElement(Boundary, null, element));
}

const place = document.getElementById("place")!;
const fail = (error: unknown) => {
  place.replaceChildren(
    Object.assign(document.createElement("pre"), { role: "alert", textContent: String(error) }),
  );
  throw error;
};
try {
  const { code } = JSON.parse(document.getElementById("given")!.textContent!) as { code: string };
  const compiled = compile(code);
  window.runComponent = (run) => {
    delete window.runComponent;
    const module: Module = { exports: {} };
    try {
      run(load, module, module.exports);
      show(place, module);
    } catch (error) {
      fail(error);
    }
  };
  // An inline script, because the frame's policy forbids `eval`. On one line with the code, so that lines are those of the code.
  const script = document.createElement("script");
  script.textContent = `runComponent(function (require, module, exports) {${compiled}\n});`;
  document.head.append(script);
} catch (error) {
  fail(error);
}
