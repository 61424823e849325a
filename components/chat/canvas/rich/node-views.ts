import type { Node } from "prosemirror-model";
import type { EditorView, NodeView } from "prosemirror-view";
import type { Translate } from "@/lib/platform/words/translate";

/** Names of parts of a document that have no text of their own. */
export type NodeWords = { task: string; source: string; math: string; image: string; code: string };

export const toNodeWords = (t: Translate<"canvasEditor">): NodeWords => ({
  task: t("taskDone"),
  source: t("keptAsWritten"),
  math: t("formula"),
  image: t("image"),
  code: t("code"),
});

type Create = (node: Node, view: EditorView, getPos: () => number | undefined) => NodeView;

export const createNodeViews = (words: NodeWords): Record<string, Create> => ({
  list_item: (node, view, getPos) => createItem(node, view, getPos, words.task),
  source: () => createLabelled(words.source, "source"),
  math_block: () => createLabelled(words.math, "math"),
  image: (node) => createImage(node, words.image),
  code_block: (node) => createCode(node, words.code),
});

function createItem(first: Node, view: EditorView, getPos: () => number | undefined, name: string): NodeView {
  const dom = document.createElement("li");
  const contentDOM = document.createElement("div");
  const box = Object.assign(document.createElement("input"), { type: "checkbox" });
  box.setAttribute("aria-label", name);
  box.contentEditable = "false";
  box.disabled = !view.editable;
  let node = first;
  box.addEventListener("change", () => {
    const pos = getPos();
    if (pos !== undefined)
      view.dispatch(view.state.tr.setNodeMarkup(pos, null, { ...node.attrs, checked: box.checked }));
  });
  const show = () => {
    const { checked } = node.attrs;
    box.checked = checked === true;
    if (checked === null) box.remove();
    else if (!box.isConnected || box.parentElement !== dom) dom.prepend(box);
    dom.toggleAttribute("data-task", checked !== null);
  };
  dom.append(contentDOM);
  show();
  return {
    dom,
    contentDOM,
    update: (next) => {
      if (next.type !== node.type) return false;
      node = next;
      show();
      return true;
    },
    stopEvent: (event) => event.target === box,
    ignoreMutation: (mutation) => mutation.type !== "selection" && !contentDOM.contains(mutation.target),
  };
}

function createLabelled(label: string, kind: string): NodeView {
  const dom = document.createElement("div");
  dom.dataset.kind = kind;
  const caption = Object.assign(document.createElement("span"), { textContent: label });
  caption.contentEditable = "false";
  const pre = document.createElement("pre");
  const contentDOM = document.createElement("code");
  pre.dir = kind === "math" ? "ltr" : "auto";
  pre.append(contentDOM);
  dom.append(caption, pre);
  return { dom, contentDOM, ignoreMutation: (mutation) => caption.contains(mutation.target) };
}

function createCode(first: Node, name: string): NodeView {
  const made = createLabelled("", "code");
  const caption = made.dom.firstChild as HTMLElement;
  const show = ({ attrs }: Node) => {
    caption.textContent = attrs.params || name;
  };
  show(first);
  return {
    ...made,
    update: (next) => {
      if (next.type !== first.type) return false;
      show(next);
      return true;
    },
  };
}

// Pictures of other sites are not loaded, as in previews.
const OWN_FILE = /^\/api\/v1\/documents\/\d+\/content$/;

function createImage({ attrs }: Node, name: string): NodeView {
  if (OWN_FILE.test(attrs.src))
    return { dom: Object.assign(document.createElement("img"), { src: attrs.src, alt: attrs.alt ?? "" }) };
  const dom = Object.assign(document.createElement("span"), {
    textContent: attrs.alt || name,
    title: attrs.src,
  });
  dom.dataset.kind = "image";
  return { dom };
}
