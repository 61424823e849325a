import { expect, test } from "vitest";
import { processorTime } from "@/test/processor-time";
import { listAuthenticatedDomains } from "./mail-headers";
import { postmark } from "./services/postmark";

const vouched = (...values: string[]) =>
  listAuthenticatedDomains(
    "mx.me",
    values.map((value) => ({ name: "authentication-results", value })),
  );

test.each([
  ["mx.me; spf=pass smtp.mailfrom=ada@example.com", ["example.com"]],
  ["mx.me 1; dkim=pass (2048-bit key; (it is) good) header.d=example.com", ["example.com"]],
  ['mx.me; dkim=pass header.d="example.com" header.b="a1+/b=="; spf=none', ["example.com"]],
  ["(mine) mx.me; dmarc=pass header.from=example.com", ["example.com"]],
  ["mx.me; spf=pass smtp.helo=a/smtp.mailfrom=victim.com", []],
])("the header %s authenticates %j", (value, domains) => {
  expect(vouched(value)).toEqual(domains);
});

const tricks = [
  'mx.me; spf=fail smtp.mailfrom="x;dkim=pass header.d=victim.com "@evil.com',
  'mx.me; spf=fail (domain of "x) ;dkim=pass header.d=victim.com ("@evil.com is none) smtp.mailfrom=x',
  'mx.me; spf=fail smtp.mailfrom="\\";dkim=pass header.d=victim.com x=\\"b"@evil.com',
  'mx.me; spf=pass smtp.mailfrom="ada@victim.com x"@evil.com',
  'mx.me; spf=pass smtp.mailfrom="ada@victim.com"@evil.com',
  "mx.me; spf=fail (x; dkim=pass header.d=victim.com",
  "mx.me; spf=fail x); dkim=pass header.d=victim.com",
];
test.each(tricks)("the header %s authenticates no domain, nor do results below it", (value) => {
  expect(vouched(value)).toEqual([]);
  expect(vouched(value, "mx.me; dkim=pass header.d=victim.com")).toEqual([]);
});

test.each(["(", ")", "()", '="', "(a", " ", ";", "smtp.mailfrom "])(
  "two megabytes of %s are parsed quickly",
  async (piece) => {
    const many = piece.repeat(2_000_000 / piece.length);
    const nested = `${"(".repeat(1_000_000)}${")".repeat(1_000_000)} mx.me`;
    expect(await processorTime(() => vouched(many, `mx.me; spf=pass ${many}`, nested))).toBeLessThan(900);
  },
);

const spf = (...values: string[]) => {
  const headers = values.map((value) => ({ name: "received-spf", value }));
  const from = { address: "ada@victim.com", name: null };
  const mail = { recipients: [], from, sender: null, subject: "", contentHash: "", headers, attachments: [] };
  return postmark.listVouchedDomains(mail);
};

test.each([
  ["Pass (sender is fine) helo=mx; envelope-from=x@example.com; receiver=y", ["example.com"]],
  ['Pass (sender is fine) envelope-from="x@example.com"; receiver=y', ["example.com"]],
  ["Pass (fine) envelope-from=<x@example.com>", ["example.com"]],
  ['Pass (fine) envelope-from="ada@victim.com x"@evil.com', []],
  ['Pass (fine) envelope-from="ada@victim.com"@evil.com', []],
  ["Pass (fine envelope-from=ada@victim.com", []],
  ["Pass (envelope-from=ada@victim.com) identity=mailfrom", []],
  ["Pass (fine) helo=a; envelope-from=ada@victim.com; envelope-from=x@evil.com", []],
])("Postmark's header %s authenticates %j", (value, domains) => {
  expect(spf(value)).toEqual(domains);
});
