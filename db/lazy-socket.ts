import { EventEmitter } from "node:events";

/**
 * Represents a failed connection attempt to postgres.js: emits the error after the first write, because postgres.js
 * can't handle it earlier, and never retries after a rejected promise.
 */
export class UnopenedSocket extends EventEmitter {
  readyState = "open";

  constructor(private readonly fault: Error) {
    super();
  }

  write(): boolean {
    setImmediate(() => this.destroy());
    return true;
  }

  end(): void {
    this.destroy();
  }

  destroy(): void {
    if (this.readyState === "closed") return;
    this.readyState = "closed";
    this.emit("error", this.fault);
    this.emit("close", true);
  }
}
