import type { Duplex } from 'node:stream';
import type { Message } from './backend-messages.js';
import { violation } from './sqlstate.js';

/** The peer closed the connection, or it was lost. */
export class PeerGone extends Error {
  override readonly name = 'PeerGone';
}

/** Reads a connection by numbers of bytes, with a limited buffer for unread data. */
export class ByteReader {
  readonly #stream: Duplex;
  readonly #most_bytes: number;
  readonly #gone = new AbortController();
  #kept: Buffer = Buffer.alloc(0);
  #waiting: (() => void) | undefined;

  constructor(stream: Duplex, most_bytes: number) {
    this.#stream = stream;
    this.#most_bytes = most_bytes;
    stream.on('readable', this.#pull);
    for (const event of ['end', 'close', 'error']) stream.on(event, this.#end);
    this.#pull();
  }

  /** Aborts when the connection ends. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Whether unread data have arrived. */
  get hasMore(): boolean {
    this.#pull();
    return this.#kept.length > 0;
  }

  /**
   * The next bytes, which remain in the buffer.
   * @throws PeerGone if the connection ends first
   */
  async peek(bytes: number): Promise<Buffer> {
    if (bytes > this.#most_bytes) throw new RangeError(`at most ${this.#most_bytes} bytes are kept`);
    for (;;) {
      this.#pull();
      if (this.#kept.length >= bytes) return this.#kept.subarray(0, bytes);
      if (this.#gone.signal.aborted) throw new PeerGone();
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    }
  }

  /**
   * Removes and returns the next bytes.
   * @throws PeerGone if the connection ends first
   */
  async take(bytes: number): Promise<Buffer> {
    const taken = await this.peek(bytes);
    this.#kept = this.#kept.subarray(bytes);
    return taken;
  }

  /**
   * Removes and returns the next complete message.
   * @throws PeerGone if the connection ends first
   * @throws ConnectRefusal if it is longer than the buffer
   */
  async message(): Promise<Message> {
    const head = await this.peek(5);
    const length = head.readInt32BE(1) - 4;
    if (length < 0 || length + 5 > this.#most_bytes) {
      throw violation('invalid message length');
    }
    const type = head.toString('latin1', 0, 1);
    const whole = await this.take(5 + length);
    return { type, body: whole.subarray(5) };
  }

  /** Stops reading, and returns unread data to the stream. */
  release(): void {
    this.#stream.off('readable', this.#pull);
    for (const event of ['end', 'close', 'error']) this.#stream.off(event, this.#end);
    if (this.#kept.length > 0 && !this.#stream.destroyed) this.#stream.unshift(this.#kept);
    this.#kept = Buffer.alloc(0);
  }

  readonly #pull = (): void => {
    while (this.#kept.length < this.#most_bytes) {
      const chunk = this.#stream.read() as Buffer | null;
      if (chunk === null) break;
      this.#kept = this.#kept.length === 0 ? chunk : Buffer.concat([this.#kept, chunk]);
    }
    this.#wakeUp();
  };

  readonly #end = (): void => {
    this.#gone.abort(new PeerGone());
    this.#wakeUp();
  };

  #wakeUp(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.();
  }
}
