import { expect, test } from "vitest";
import { estimateTokens, parseSections, parseTimeline } from "./text";

test("the text of a video has sections, and its timeline has times", () => {
  const text =
    "## Summary\n\nA harbour.\n\n### More\n\nShips.\n\n## Timeline\n\n- 00:12 A ship\n- 1:02:03–1:02:10 **Fog**";
  const [summary, timeline] = parseSections(text);
  expect(summary).toEqual({ title: "Summary", body: "A harbour.\n\n### More\n\nShips." });
  expect(parseTimeline(timeline!.body)).toEqual([
    { seconds: 12, time: "00:12", text: "A ship" },
    { seconds: 3723, time: "1:02:03–1:02:10", text: "**Fog**" },
  ]);
  expect(parseTimeline("Nothing to report.")).toBeUndefined();
  expect(parseTimeline("")).toBeUndefined();
});

test("estimateTokens returns the cost of a video conversion", () => {
  expect(estimateTokens("full_video", 60)).toBe(18_000);
  expect(estimateTokens("full_video", 3600)).toBe(1_100_000);
  expect(estimateTokens("frames_plus_audio", 60)).toBe(6_500);
  expect(estimateTokens("frames_plus_audio", 7200)).toBe(110_000);
});
