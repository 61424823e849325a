import { EventEmitter } from "node:events";

/**
 * Stands for a connection that could not be made: fails as one does that is
 * ended at once. After the first message, since postgres.js is not prepared
 * for it before, and after a rejection it would never try again.
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
