import type { HostileInput } from "./feed";

/** Expensive mails in the formats of all services; `to` is the address of a chat. */
export type HostileMail = HostileInput & { service: "raw" | "mailgun" | "postmark"; type: string };

const MB = 1024 * 1024;
const fill = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);

type Fill = (bytes: number) => string;

/** Text bodies, below the headers of a plain mail. */
const texts: Record<string, Fill> = {
  "short lines": (bytes) => fill("a\n", bytes),
  "empty lines": (bytes) => fill("\r\n", bytes),
  "one line": (bytes) => fill("word ", bytes),
  "quoted lines": (bytes) => fill("> > > said\n", bytes),
  "lines that seem to announce a quote": (bytes) => fill("On Monday 2024 at 10:00 <a@b.test>\n", bytes),
  "lines that end in colons": (bytes) => fill(`${"2024 10:00 ".repeat(30)}:\n`, bytes),
  "carriage returns": (bytes) => fill("\r", bytes),
  NULs: (bytes) => fill("\0", bytes),
};

const htmls: Record<string, Fill> = {
  "nested elements": (bytes) => fill("<div>", bytes),
  "open tags": (bytes) => fill("<a href=", bytes),
  "comments without an end": (bytes) => fill("<!--", bytes),
  entities: (bytes) => fill("&amp;lt;&#x41;", bytes),
  "tables in tables": (bytes) => fill("<table><tr><td>", bytes),
};

/** Complete mails without the first lines, which address the chat. */
const mails: Record<string, Fill> = {
  "many headers": (bytes) => `${fill("X-Header: value\r\n", bytes)}\r\n\r\nHi.`,
  "a long header": (bytes) => `X-Header: ${fill("x", bytes)}\r\n\r\nHi.`,
  "a folded header": (bytes) => `References: ${fill("<a@b>\r\n ", bytes)}\r\n\r\nHi.`,
  "encoded words": (bytes) => `Subject: ${fill("=?utf-8?B?w6Q=?= ", bytes)}\r\n\r\nHi.`,
  "unfinished encoded words": (bytes) => `Subject: ${fill("=?utf-8?Q?=C3", bytes)}\r\n\r\nHi.`,
  "many addresses": (bytes) => `Cc: ${fill("a@b.test, ", bytes)}\r\n\r\nHi.`,
  "nested groups of addresses": (bytes) => `Cc: ${fill("a:", bytes)}\r\n\r\nHi.`,
  "nested comments in an address": (bytes) => `Cc: ${fill("(", bytes)}\r\n\r\nHi.`,
  "results of checks": (bytes) =>
    `${fill("Authentication-Results: mx.example.test; spf=pass\r\n", bytes)}\r\n\r\nHi.`,
  "empty parts": (bytes) => `Content-Type: multipart/mixed; boundary=b\r\n\r\n${fill("--b\r\n\r\n", bytes)}`,
  "parts with a file": (bytes) =>
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n${fill('--b\r\nContent-Disposition: attachment; filename="a.txt"\r\n\r\nx\r\n', bytes)}`,
  "lines that are nearly boundaries": (bytes) =>
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n${fill("--a\r\n", bytes)}`,
  "nested parts": (bytes) =>
    Array.from(
      { length: Math.floor(bytes / 64) },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    ).join(""),
  "nested mails": (bytes) =>
    `Content-Type: message/rfc822\r\n\r\n${fill("Content-Type: message/rfc822\r\n\r\n", bytes)}`,
  "quoted-printable": (bytes) =>
    `Content-Transfer-Encoding: quoted-printable\r\n\r\n${fill("=C3=A4=\r\n", bytes)}`,
  "quoted-printable without line breaks": (bytes) =>
    `Content-Transfer-Encoding: quoted-printable\r\n\r\n${fill("=C3", bytes)}`,
  "base64 of one letter a line": (bytes) =>
    `Content-Transfer-Encoding: base64\r\n\r\n${fill("Q\r\n", bytes)}`,
  "an unknown encoding": (bytes) =>
    `Content-Type: text/plain; charset=iso-2022-jp\r\n\r\n${fill("\u001b$B", bytes)}`,
  "parameters of a type": (bytes) => `Content-Type: text/plain; ${fill("a*0*=b; ", bytes)}\r\n\r\nHi.`,
  "flowed text": (bytes) =>
    `Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n${fill("word \r\n", bytes)}`,
  "an invitation": (bytes) => `Content-Type: text/calendar\r\n\r\n${fill("BEGIN:VEVENT\r\n", bytes)}`,
};

const json: Record<string, Fill> = {
  "nested lists": (bytes) => fill("[", bytes),
  "nested objects": (bytes) => fill('{"a":', bytes),
  "a list of numbers": (bytes) => `[${fill("0,", bytes)}0]`,
};

const postmarkMails: Record<string, (to: string, bytes: number) => string> = {
  headers: (to, bytes) =>
    postmark(to, `"Headers":[${fill('{"Name":"a","Value":"b"},', bytes - (bytes % 25)).slice(0, -1)}]`),
  attachments: (to, bytes) =>
    postmark(to, `"Attachments":[${fill('{"Name":"a","Content":""},', bytes - (bytes % 26)).slice(0, -1)}]`),
  recipients: (to, bytes) =>
    postmark(to, `"ToFull":[${fill('{"Email":"a"},', bytes - (bytes % 14)).slice(0, -1)}]`),
  "unknown fields": (to, bytes) =>
    postmark(to, Array.from({ length: bytes / 16 }, (_, n) => `"k${n}":0`).join(",")),
  escapes: (to, bytes) => postmark(to, `"TextBody":"${fill("\\u0000", bytes - (bytes % 6))}"`),
  "a file": (to, bytes) =>
    postmark(to, `"Attachments":[{"Name":"a.txt","Content":"${fill("QUJD", bytes - (bytes % 4))}"}]`),
  "a page": (to, bytes) => postmark(to, `"HtmlBody":"${fill("<i>", bytes)}"`),
};
const postmark = (to: string, fields: string) =>
  `{"FromFull":{"Email":"eve@stranger.test"},"OriginalRecipient":"${to}",${fields}}`;

const forms: Record<string, Fill> = {
  "small parts": (bytes) => fill('--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n', bytes),
  "parts without a name": (bytes) => fill("--b\r\n\r\n\r\n", bytes),
  files: (bytes) => fill('--b\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\nb\r\n', bytes),
  "headers of a part": (bytes) => `--b\r\n${fill("x-a: b\r\n", bytes)}\r\n\r\n`,
  "boundaries that are none": (bytes) =>
    `--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n${fill("\r\n--", bytes)}`,
  "a long field": (bytes) =>
    `--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n${fill("x", bytes)}\r\n--b--`,
  "no boundary": (bytes) => fill("x", bytes),
};
const queries: Record<string, Fill> = {
  "names without a value": (bytes) => fill("a&", bytes),
  separators: (bytes) => fill("&", bytes),
  "escapes of a form": (bytes) => fill("a=%41&", bytes),
};

const plain = (to: string) => `From: eve@stranger.test\r\nTo: ${to}\r\n`;

export function hostileMails(to: string): HostileMail[] {
  const raw = (name: string, megabytes: number, write: Fill, head = ""): HostileMail => ({
    ...{ service: "raw", type: "message/rfc822", name: `raw: ${megabytes} MB of ${name}` },
    make: () => Buffer.from(`${plain(to)}${head}${write(megabytes * MB)}`, "latin1"),
  });
  const form =
    (type: string) =>
    ([name, write]: [string, Fill]): HostileMail => ({
      ...{ service: "mailgun", type, name: `mailgun: 10 MB of ${name}` },
      make: () => Buffer.from(write(10 * MB)),
    });
  return [
    ...Object.entries(texts).flatMap(([name, write]) =>
      [1, 10].map((size) => raw(name, size, write, "\r\n")),
    ),
    ...Object.entries(htmls).map(([name, write]) => raw(name, 10, write, "Content-Type: text/html\r\n\r\n")),
    ...Object.entries(mails).map(([name, write]) => raw(name, 4, write)),
    raw("short lines to nobody", 38, texts["short lines"]!, "X-Original-To: nobody@in.example.test\r\n\r\n"),
    ...Object.entries(forms).map(form("multipart/form-data; boundary=b")),
    ...Object.entries(queries).map(form("application/x-www-form-urlencoded")),
    ...Object.entries(json).map(
      ([name, write]): HostileMail => ({
        ...{ service: "postmark", type: "application/json", name: `postmark: 10 MB of ${name}` },
        make: () => Buffer.from(write(10 * MB)),
      }),
    ),
    ...Object.entries(postmarkMails).map(
      ([name, write]): HostileMail => ({
        ...{ service: "postmark", type: "application/json", name: `postmark: 10 MB of ${name}` },
        make: () => Buffer.from(write(to, 10 * MB)),
      }),
    ),
  ];
}
