import { expect, test } from "vitest";
import { readConfig } from "./index";

const usual = { NODE_ENV: "test", AUTH_SECRET: "x".repeat(32) };

test.each([
  ["MODEL_STALL_SECONDS", "2000001", "at most 2000000"],
  ["TOOL_APPROVAL_SECONDS", "99999999999999999999", "at most 2000000"],
  ["INDEX_AFTER_MS", "2147483648", "at most 2000000000"],
  ["VIDEO_MAX_MINUTES", "3001", "at most 3000"],
  ["PORT", "65536", "at most 65535"],
])("%s = %s is refused at the start: no timer holds that long", (name, value, says) => {
  expect(() => readConfig({ ...usual, [name]: value })).toThrow(says);
});
