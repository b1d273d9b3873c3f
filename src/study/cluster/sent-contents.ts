import { getOrCreate } from '../../kernel/get-or-create.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { ContentStore } from './content-store.js';
import { scenarioContent } from './scenario-content.js';

/** A scenario that runs in Redis refer to. */
export interface SentScenario {
  readonly hash: string;
  /** Hashes of all contents that it needs, including its own. */
  readonly contents: readonly string[];
}

/** The contents that one client has in Redis, each sent once. They expire, or are removed when the work ends. */
export class SentContents {
  readonly #store: ContentStore;
  readonly #sent = new WeakMap<Scenario, SentScenario>();
  /** By hash, those that are in Redis or on their way there. */
  readonly #there = new Map<string, Promise<void>>();

  constructor(store: ContentStore) {
    this.#store = store;
  }

  /** A scenario in transit form, which is sent later. */
  of(scenario: Scenario): SentScenario {
    return getOrCreate(this.#sent, scenario, () => {
      const { hash, contents } = scenarioContent(scenario);
      return { hash, contents: [...contents.keys()] };
    });
  }

  /** Stores the contents that a scenario needs in Redis. */
  async use(scenario: Scenario): Promise<void> {
    const { contents } = this.of(scenario);
    if (!contents.every((hash) => this.#there.has(hash))) {
      for (const [hash, content] of scenarioContent(scenario).contents) {
        if (!this.#there.has(hash)) this.#send(hash, content);
      }
    }
    await Promise.all(contents.map((hash) => this.#there.get(hash)));
  }

  /** Stores them again after a worker did not find them. */
  async renew(scenario: Scenario): Promise<void> {
    for (const [hash, content] of scenarioContent(scenario).contents) await this.#store.put(hash, content);
  }

  async removeAll(): Promise<void> {
    const hashes = [...this.#there.keys()];
    this.#there.clear();
    await this.#store.remove(hashes);
  }

  #send(hash: string, content: Uint8Array): void {
    const there = this.#store.put(hash, content);
    // A failure is reported to every caller that waits for it.
    there.catch(() => this.#there.delete(hash));
    this.#there.set(hash, there);
  }
}
