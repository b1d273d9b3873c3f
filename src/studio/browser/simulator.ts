import type { Question, Reply } from '../worker/question.js';

/** Without its number. */
type Asked = Omit<Question, 'id'>;

/** The simulator in a worker of the page. */
export class Simulator {
  readonly #worker: Worker;
  readonly #told = new Map<number, (reply: Reply) => void>();
  #last = 0;

  /** @param source the script of the worker */
  constructor(source: string) {
    const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    this.#worker = new Worker(address);
    this.#worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#told.get(data.id)?.(data);
  }

  /** Asks; a newer question of the same purpose ends this one, whose further replies are dropped. */
  ask(question: Asked, told: (reply: Reply) => void): void {
    const id = ++this.#last;
    if (question.purpose === 'show') this.#told.clear();
    this.#told.set(id, told);
    this.#worker.postMessage({ ...question, id } satisfies Question);
  }
}
