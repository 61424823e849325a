// @ts-check
import { readFile } from "node:fs/promises";
import { Unreadable } from "./output.mjs";
import { decode } from "./text.mjs";

/** Describes each event and task of a calendar (RFC 5545) in words. @type {import("./readers.mjs").Read} */
export async function readCalendar(path, output) {
  const { default: ICAL } = await import("ical.js");
  /** @type {unknown[]} */
  const parsed = ICAL.parse(decode(await readFile(path), output));
  // A file may contain several calendars, which ical.js returns as an array.
  const calendars = /** @type {any[]} */ (typeof parsed[0] === "string" ? [parsed] : parsed);
  let count = 0;
  for (const calendar of calendars)
    for (const component of new ICAL.Component(calendar).getAllSubcomponents()) {
      if (output.isFull) return;
      if (!["vevent", "vtodo"].includes(component.name)) continue;
      count++;
      output.add(`${inWords(component)}\n\n`);
    }
  if (count === 0) throw new Unreadable("This calendar file has no events.");
}

/** @param {any} event */
function inWords(event) {
  /** @param {string} name */
  const text = (name) => String(event.getFirstPropertyValue(name) ?? "").trim();
  const starts = time(event, "dtstart");
  const isTask = event.name === "vtodo";
  return [
    `${isTask ? "Task" : "Event"}: ${text("summary") || "(no title)"}`,
    starts && `Starts: ${starts}`,
    isTask ? labelled("Due", time(event, "due")) : labelled("Ends", getEventEnd(event)),
    labelled("Lasts", text("duration") && lasting(event.getFirstPropertyValue("duration"))),
    labelled("Repeats", repeating(event.getFirstPropertyValue("rrule"))),
    labelled("Where", text("location")),
    labelled("Organizer", people(event, "organizer")),
    labelled("Invited", people(event, "attendee")),
    labelled("Status", text("status").toLowerCase()),
    labelled("Link", text("url")),
    text("description") && `\n${text("description")}`,
  ]
    .filter(Boolean)
    .join("\n");
}

/** @param {string} label @param {string | undefined} value */
const labelled = (label, value) => value && `${label}: ${value}`;

/** Formats a date, or a time with its zone. @param {any} event @param {string} name */
function time(event, name) {
  const property = event.getFirstProperty(name);
  const at = property?.getFirstValue();
  return at ? formatTime(at, property.getFirstParameter("tzid")) : "";
}

/** @param {any} at @param {string | undefined} zone */
function formatTime(at, zone) {
  const [day, clock = ""] = String(at).split("T");
  if (at.isDate || !clock) return day;
  const place = at.zone?.tzid === "UTC" ? " UTC" : zone ? ` (${zone})` : "";
  return `${day} ${clock.slice(0, 5)}${place}`;
}

/**
 * Returns the end of an event. For whole days, DTEND is exclusive, so the day before it is returned.
 * @param {any} event
 */
function getEventEnd(event) {
  const end = event.getFirstPropertyValue("dtend");
  if (!end?.isDate) return time(event, "dtend");
  const last = end.clone();
  last.adjust(-1, 0, 0, 0);
  const start = event.getFirstPropertyValue("dtstart");
  return start && String(last) === String(start) ? "" : formatTime(last, undefined);
}

/** @param {any} duration */
function lasting({ weeks = 0, days = 0, hours = 0, minutes = 0 }) {
  return Object.entries({ week: weeks, day: days, hour: hours, minute: minutes })
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => `${count} ${unit}${count === 1 ? "" : "s"}`)
    .join(" ");
}

/** @type {Record<string, string>} */
const UNITS = { DAILY: "day", WEEKLY: "week", MONTHLY: "month", YEARLY: "year", HOURLY: "hour" };
/** @type {Record<string, string>} */
const DAYS = {
  MO: "Monday",
  TU: "Tuesday",
  WE: "Wednesday",
  TH: "Thursday",
  FR: "Friday",
  SA: "Saturday",
  SU: "Sunday",
};

/** @param {any} rule */
function repeating(rule) {
  const unit = UNITS[rule?.freq];
  if (!unit) return "";
  const every = rule.interval > 1 ? `every ${rule.interval} ${unit}s` : `every ${unit}`;
  /** @type {string[]} */
  const by = rule.parts?.BYDAY ?? [];
  const days = by.map((day) => DAYS[day]).filter(Boolean);
  return [
    every,
    days.length > 0 && `on ${days.join(", ")}`,
    rule.count && `${rule.count} times`,
    rule.until && `until ${formatTime(rule.until, undefined)}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** @param {any} event @param {string} name */
const people = (event, name) =>
  event
    .getAllProperties(name)
    .slice(0, 100)
    .map((/** @type {any} */ property) => {
      const address = String(property.getFirstValue() ?? "").replace(/^mailto:/i, "");
      const called = property.getFirstParameter("cn");
      const answer = String(property.getFirstParameter("partstat") ?? "").toLowerCase();
      const said = ["accepted", "declined", "tentative"].includes(answer) ? ` (${answer})` : "";
      return `${called && called !== address ? `${called} <${address}>` : address}${said}`;
    })
    .join(", ");
