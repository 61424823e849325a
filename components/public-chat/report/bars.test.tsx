import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Bars, getMaxHeight } from "./bars";
import { formatDay, formatDuration } from "./wording";

const series = [
  { name: "one", fill: "fill-accent", values: [1, null, 3] },
  { name: "two", fill: "fill-line", values: [2, 0, 1] },
];

test("the maximum of a chart is its highest stack or, side by side, its highest bar", () => {
  expect([getMaxHeight(series, true), getMaxHeight(series, false), getMaxHeight([], true)]).toEqual([
    4, 3, 1,
  ]);
});

test("each bar names its series and value, and stacks fill the plot", () => {
  const show = (value: number) => `${value} times`;
  const html = renderToStaticMarkup(
    <Bars labels={["Mon", "Tue", "Wed"]} series={series} isStacked show={show} />,
  );
  expect(html).toContain("<title>Mon · one: 1 times</title>");
  expect(html).toContain("<title>Tue · two: 0 times</title>");
  expect(html).not.toContain("Tue · one");
  const heights = [...html.matchAll(/y="([\d.]+)" width="[\d.]+" height="([\d.]+)" class="fill-accent"/g)];
  expect(heights.map(([, y, height]) => [Number(y), Number(height)])).toEqual([
    [84, 28],
    [28, 84],
  ]);
});

test("durations are formatted in the most readable unit", () => {
  const times = [0.4, 42, 90, 3600, 200_000].map((seconds) => formatDuration("en", seconds));
  expect(times).toEqual(["0.4 sec", "42 sec", "1.5 min", "1 hr", "2.3 days"]);
  expect(formatDay("en", "2020-11-23")).toBe("Nov 23, 2020");
});
