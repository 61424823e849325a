/**
 * Script that runs in a preview's frame before the preview and removes what no CSP blocks: WebRTC, whose servers
 * browsers contact in spite of `connect-src` (except with Chromium's `Connection-Allowlist`).
 *
 * A nested frame would be another window with WebRTC, and `frame-src` doesn't block `srcdoc` and `javascript:`. A
 * frame loads in a later task, so removing it in the microtask after its insertion is early enough, in the document
 * and in shadow trees. Shadow roots are observed in `attachShadow`, so no other way may create them: neither the
 * parser (`shadowrootmode`) nor cloning. Trusted Types block a new document through `javascript:`.
 *
 * The preview may replace any method, so the methods needed later are captured first and called with `apply`; objects
 * that the browser reads have no prototype.
 */
export const CONFINEMENT_SCRIPT = `
const { apply, defineProperty, ownKeys } = Reflect;
const { attachShadow, remove } = Element.prototype;
const { querySelector: findInDocument, write } = Document.prototype;
const { querySelector: findInShadow } = DocumentFragment.prototype;
const { endsWith, includes, toLowerCase } = String.prototype;
const { observe } = MutationObserver.prototype;
const Observer = MutationObserver;
const EMBEDDED = "iframe, frame, object, embed, fencedframe, portal";
const CHANGES = { __proto__: null, childList: true, subtree: true };
const DECLARED = "shadowrootmode";

const lock = (owner, name, value) =>
  defineProperty(owner, name, { value, writable: false, configurable: false });

const trees = { __proto__: null, length: 0 };
// Checks all trees on each change, because WebKit reports changes in another document's tree late.
function sweep() {
  for (let n = 0; n < trees.length; n++) {
    const { root, find } = trees[n];
    for (let found; (found = apply(find, root, [EMBEDDED])); ) apply(remove, found, []);
  }
}
function keepFrameless(root, find) {
  trees[trees.length++] = { root, find };
  apply(observe, new Observer(sweep), [root, CHANGES]);
}

function removeInterfaces() {
  for (const name of ownKeys(window)) {
    if (typeof name !== "string") continue;
    if (name.includes("RTC")) delete window[name];
    else if (/^[A-Z]/.test(name) && typeof window[name] === "function")
      for (const owner of [window[name], window[name].prototype ?? {}])
        for (const key of ownKeys(owner))
          if (typeof key === "string" && key.endsWith("HTMLUnsafe")) delete owner[key];
  }
}

// Returns a text that declares no shadow root, even when joined with the text written before and after it.
function undeclared(text) {
  const lower = apply(toLowerCase, text, []);
  if (apply(includes, lower, [DECLARED])) return "";
  for (let start = "", n = 0; n < DECLARED.length - 1; n++)
    if (apply(endsWith, lower, [(start += DECLARED[n])])) return text + " ";
  return text;
}

function writeUndeclared(name, end) {
  lock(Document.prototype, name, function (...texts) {
    let all = "";
    for (let n = 0; n < texts.length; n++) all += texts[n];
    apply(write, this, [undeclared(all + end)]);
  });
}

function confine() {
  removeInterfaces();
  keepFrameless(document, findInDocument);
  lock(Element.prototype, "attachShadow", function (options) {
    const root = apply(attachShadow, this, [{ __proto__: null, ...options, clonable: false }]);
    keepFrameless(root, findInShadow);
    return root;
  });
  writeUndeclared("write", "");
  writeUndeclared("writeln", "\\n");
  window.trustedTypes?.createPolicy("default", {
    createHTML: (text) => text,
    createScriptURL: (text) => text,
    createScript: (text, type, sink) => (sink === "Location href" ? null : text),
  });
}
`;
