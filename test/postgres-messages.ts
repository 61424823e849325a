const [QUERY, PARSE, BIND] = ["Q", "P", "B"].map((letter) => letter.charCodeAt(0));

type ClientMessage = {
  message: Buffer;
  /** Statement that the message runs: a simple query, or a prepared statement that it binds. */
  text: string | undefined;
};

/** Splits a PostgreSQL client's stream into messages. */
export class ClientMessages {
  private rest = Buffer.alloc(0);
  private hasStarted = false;
  private readonly prepared = new Map<string, string>();

  *read(bytes: Uint8Array): Iterable<ClientMessage> {
    this.rest = Buffer.concat([this.rest, bytes]);
    for (;;) {
      // Only the startup message has no type byte.
      const start = this.hasStarted ? 1 : 0;
      if (this.rest.length < start + 4) return;
      const length = start + this.rest.readUInt32BE(start);
      if (this.rest.length < length) return;
      const message = this.rest.subarray(0, length);
      this.rest = this.rest.subarray(length);
      const text = this.hasStarted ? this.textOf(message) : undefined;
      this.hasStarted = true;
      yield { message, text };
    }
  }

  private textOf(message: Buffer): string | undefined {
    const [first = "", second = ""] = message.subarray(5).toString("utf8").split("\0");
    if (message[0] === QUERY) return first;
    if (message[0] === PARSE) this.prepared.set(first, second);
    return message[0] === BIND ? this.prepared.get(second) : undefined;
  }
}
