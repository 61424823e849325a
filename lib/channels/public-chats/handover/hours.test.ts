import { expect, test } from "vitest";
import { findOpeningTime, type Hours, isOpen } from "./hours";

// Covers office hours across midnight and daylight saving changes.
const at9 = [{ from: 9 * 60, to: 17 * 60 }];
const weekdays: Hours = { timeZone: "Europe/Berlin", days: [at9, at9, at9, at9, at9, [], []] };
const next = (hours: Hours, at: string) => findOpeningTime(hours, new Date(at))?.toISOString() ?? null;
const open = (hours: Hours, at: string) => isOpen(hours, new Date(at));

test("a chat is open from the first to the last minute of its hours, on its days", () => {
  expect(open(weekdays, "2026-11-23T07:59:59Z")).toBe(false);
  expect(open(weekdays, "2026-11-23T08:00:00Z")).toBe(true);
  expect(open(weekdays, "2026-11-23T15:59:59Z")).toBe(true);
  expect(open(weekdays, "2026-11-23T16:00:00Z")).toBe(false);
  expect(open(weekdays, "2026-11-28T10:00:00Z")).toBe(false);
});

test("the next opening is on the same day, the next one, after the weekend, or never", () => {
  expect(next(weekdays, "2026-11-23T05:00:00Z")).toBe("2026-11-23T08:00:00.000Z");
  expect(next(weekdays, "2026-11-23T16:00:00Z")).toBe("2026-11-24T08:00:00.000Z");
  expect(next(weekdays, "2026-11-27T18:00:00Z")).toBe("2026-11-30T08:00:00.000Z");
  expect(next({ timeZone: "UTC", days: [] }, "2026-11-27T18:00:00Z")).toBeNull();
  const lunch: Hours = {
    timeZone: "UTC",
    days: [[...at9.map(({ from }) => ({ from, to: 720 })), { from: 780, to: 1020 }]],
  };
  expect(next(lunch, "2026-11-23T12:10:00Z")).toBe("2026-11-23T13:00:00.000Z");
  // Open on Mondays only, so the next opening is a week later.
  expect(next(lunch, "2026-11-23T18:00:00Z")).toBe("2026-11-30T09:00:00.000Z");
});

test("hours can extend past midnight or end at it", () => {
  const night: Hours = { timeZone: "America/New_York", days: [[{ from: 22 * 60, to: 2 * 60 }]] };
  // Night of Monday, 23 November: from 03:00 to 07:00 UTC on Tuesday.
  expect(open(night, "2026-11-24T02:59:00Z")).toBe(false);
  expect(open(night, "2026-11-24T03:00:00Z")).toBe(true);
  expect(open(night, "2026-11-24T06:59:00Z")).toBe(true);
  expect(open(night, "2026-11-24T07:00:00Z")).toBe(false);
  // Early Monday belongs to Sunday, which has no hours.
  expect(open(night, "2026-11-23T06:00:00Z")).toBe(false);
  const whole: Hours = { timeZone: "Asia/Kolkata", days: [[], [], [], [], [], [{ from: 0, to: 1440 }], []] };
  expect(next(whole, "2026-11-27T12:00:00Z")).toBe("2026-11-27T18:30:00.000Z");
  expect(open(whole, "2026-11-28T18:29:00Z")).toBe(true);
  expect(open(whole, "2026-11-28T18:30:00Z")).toBe(false);
});

test("hours follow daylight saving time", () => {
  expect(next(weekdays, "2026-03-27T18:00:00Z")).toBe("2026-03-30T07:00:00.000Z");
  expect(next(weekdays, "2026-10-23T18:00:00Z")).toBe("2026-10-26T08:00:00.000Z");
});

test("hours start at the end of a skipped hour, and in the first of a repeated one", () => {
  const early: Hours = {
    timeZone: "Europe/Berlin",
    days: [[], [], [], [], [], [], [{ from: 150, to: 300 }]],
  };
  expect(next(early, "2026-03-29T00:30:00Z")).toBe("2026-03-29T01:00:00.000Z");
  expect(next(early, "2026-10-24T23:30:00Z")).toBe("2026-10-25T00:30:00.000Z");
  expect(open(early, "2026-10-25T00:45:00Z")).toBe(true);
  // Between the two, clocks show 02:10 again.
  expect(open(early, "2026-10-25T01:10:00Z")).toBe(false);
  expect(next(early, "2026-10-25T01:10:00Z")).toBe("2026-10-25T01:30:00.000Z");
});
