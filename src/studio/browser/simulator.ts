import type { Asked, Begin, Given, Reply, Stop } from '../worker/question.js';

/** A simulator in a worker of the page, which starts with the first question. */
export class Simulator {
  readonly #source: string;
  readonly #given: Given;
  #worker: Worker | undefined;
  #told: (reply: Reply) => void = () => undefined;
  #last = 0;

  /** @param source the script of the worker */
  constructor(source: string, given: Given) {
    this.#source = source;
    this.#given = given;
  }

  /** Sends a question, which ends the previous one and drops its further replies. */
  ask(question: Omit<Asked, 'id'>, told: (reply: Reply) => void): void {
    this.#last += 1;
    this.#told = told;
    this.#worker ??= this.#started();
    this.#worker.postMessage({ ...question, id: this.#last } satisfies Asked);
  }

  /** Ends the last question. */
  stop(): void {
    this.#last += 1;
    this.#worker?.postMessage({ id: this.#last, purpose: 'stop' } satisfies Stop);
  }

  #started(): Worker {
    const address = URL.createObjectURL(new Blob([this.#source], { type: 'text/javascript' }));
    const worker = new Worker(address);
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      if (data.id === this.#last) this.#told(data);
    };
    worker.postMessage({ ...this.#given, purpose: 'begin' } satisfies Begin);
    return worker;
  }
}
