import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { type MouseEvent, useLayoutEffect, useMemo, useRef } from "react";
import { useTranslations } from "@/components/i18n/words";
import { createNodeViews, toNodeWords } from "../rich/node-views";
import { MAX_RICH_LENGTH } from "../rich/rich-editor";
import { SourceReview } from "./changed-source";
import { type ChangedTextProps, ReviewPane } from "./review-pane";
import { type RichChanges, readRichChanges } from "./rich-changes";
import { markChanges } from "./rich-marks";
import type { Review } from "./use-review";

// Shows changes in formatted text.
export function RichReview({ review }: { review: Review }) {
  const { base = "", changes } = review.suggested ?? {};
  const read = useMemo(
    () => (changes && base.length <= MAX_RICH_LENGTH ? readRichChanges(base, changes) : undefined),
    [base, changes],
  );
  if (!read) return <SourceReview review={review} isProse />;
  return (
    <ReviewPane review={review} groups={read.shown.map((each) => each.changes)}>
      {(props) => <ChangedText read={read} {...props} />}
    </ReviewPane>
  );
}

function ChangedText({ read, current, onChoose }: ChangedTextProps & { read: RichChanges }) {
  const t = useTranslations("canvasSuggestions");
  const tEditor = useTranslations("canvasEditor");
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  useLayoutEffect(() => {
    const made = new EditorView(place.current!, {
      state: EditorState.create({ doc: read.doc }),
      editable: () => false,
      attributes: { class: "prose canvas-prose" },
      nodeViews: createNodeViews(toNodeWords(tEditor)),
    });
    view.current = made;
    return () => made.destroy();
  }, [read, tEditor]);
  useLayoutEffect(() => {
    const marks = markChanges(read, current, { removed: t("removed"), added: t("added") });
    view.current?.setProps({ decorations: () => marks });
  }, [read, current, t]);
  const choose = ({ target }: MouseEvent) => {
    const mark = (target as Element).closest<HTMLElement>("[data-change]");
    if (mark) onChoose(Number(mark.dataset.change));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the pointer; keys and buttons do the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div ref={place} onClick={choose} className="px-4 py-3" />
  );
}
