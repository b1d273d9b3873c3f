import type { Question, Reply, Stop } from '../worker/question.js';

/** Without its number. */
type Asked = Omit<Question, 'id'>;

/** A simulator in a worker of the page, which starts with the first question. */
export class Simulator {
  readonly #source: string;
  #worker: Worker | undefined;
  #told: (reply: Reply) => void = () => undefined;
  #last = 0;

  /** @param source the script of the worker */
  constructor(source: string) {
    this.#source = source;
  }

  /** Asks; a newer question ends this one, whose further replies are dropped. */
  ask(question: Asked, told: (reply: Reply) => void): void {
    this.#last += 1;
    this.#told = told;
    this.#worker ??= this.#started();
    this.#worker.postMessage({ ...question, id: this.#last } satisfies Question);
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
    return worker;
  }
}
