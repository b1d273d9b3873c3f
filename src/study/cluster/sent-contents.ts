import { hasOwnPolicy } from '../../compute/policy/own-policies.js';
import { remembered } from '../../kernel/remembered.js';
import type { Scenario } from '../../scenario/scenario.js';
import { scenarioDigest } from '../runs/scenario-digest.js';
import type { ContentStore } from './content-store.js';
import { type PolicyBundle, policyBundle } from './policy-bundle.js';
import { modulesOf, scenarioContent } from './scenario-content.js';

/** A scenario that runs in Redis refer to. */
export interface SentScenario {
  readonly hash: string;
  /** Digest of its dependencies, the same in every process. */
  readonly digest: string;
  readonly bundles: readonly PolicyBundle[];
  /** Whether its runs call policies of modules. */
  readonly modules: boolean;
  /** Hashes of all contents that it needs, including its own. */
  readonly contents: readonly string[];
}

/** The contents that one client has in Redis, each sent once. They expire, or are removed when the work ends. */
export class SentContents {
  readonly #store: ContentStore;
  readonly #sent = new WeakMap<Scenario, Promise<SentScenario>>();
  readonly #bundles = new Map<string, Promise<PolicyBundle>>();
  /** By hash, those that are in Redis or on their way there. */
  readonly #there = new Map<string, Promise<void>>();

  constructor(store: ContentStore) {
    this.#store = store;
  }

  /** A scenario in transit form; nothing is sent yet. @throws ScenarioError for a module that cannot be sent */
  of(scenario: Scenario): Promise<SentScenario> {
    return remembered(this.#sent, scenario, () => this.#described(scenario));
  }

  /** Puts what a scenario needs into Redis. */
  async use(scenario: Scenario): Promise<void> {
    const { contents } = await this.of(scenario);
    if (!contents.every((hash) => this.#there.has(hash))) {
      const packed = scenarioContent(scenario, await this.#bundlesOf(scenario));
      for (const [hash, content] of packed.contents) {
        if (!this.#there.has(hash)) this.#send(hash, content);
      }
    }
    await Promise.all(contents.map((hash) => this.#there.get(hash)));
  }

  /** Puts what a scenario needs there again: a worker has not found it. */
  async renew(scenario: Scenario): Promise<void> {
    const { contents } = scenarioContent(scenario, await this.#bundlesOf(scenario));
    for (const [hash, content] of contents) await this.#store.put(hash, content);
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

  async #described(scenario: Scenario): Promise<SentScenario> {
    const bundles = await this.#bundlesOf(scenario);
    const { hash, contents } = scenarioContent(scenario, bundles);
    return {
      hash,
      digest: scenarioDigest(scenario),
      bundles: [...bundles.values()],
      modules: hasOwnPolicy(scenario),
      contents: [...contents.keys()],
    };
  }

  async #bundlesOf(scenario: Scenario): Promise<ReadonlyMap<string, PolicyBundle>> {
    const bundles = new Map<string, PolicyBundle>();
    for (const module of modulesOf(scenario)) {
      bundles.set(module, await remembered(this.#bundles, module, () => policyBundle(module)));
    }
    return bundles;
  }
}
