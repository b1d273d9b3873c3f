import { remembered } from '../../kernel/remembered.js';
import { hasOwnPolicy } from '../../scenario/policy/foreign-code.js';
import type { Scenario } from '../../scenario/scenario.js';
import { scenarioDigest } from '../runs/scenario-digest.js';
import type { ContentStore } from './content-store.js';
import { type PolicyBundle, policyBundle } from './policy-bundle.js';
import { modulesOf, scenarioContent } from './scenario-content.js';

/** Of contents that no run under way needs, so many bytes stay in Redis for the next that may. */
const SPARE_BYTES = 256_000_000;

/** A scenario that runs in Redis refer to. */
export interface SentScenario {
  /** Hash of its content. */
  readonly hash: string;
  /** What it depends on, the same in every process. */
  readonly digest: string;
  readonly bundles: readonly PolicyBundle[];
  /** Whether its runs call policies of modules. */
  readonly modules: boolean;
  /** Hashes of all that it needs, its own included. */
  readonly contents: readonly string[];
}

/** A content that is in Redis, or on its way there. */
interface Kept {
  readonly bytes: number;
  readonly there: Promise<void>;
  users: number;
}

/** The contents that one asker has in Redis: each there while a run under way needs it. */
export class SentContents {
  readonly #store: ContentStore;
  readonly #sent = new WeakMap<Scenario, Promise<SentScenario>>();
  readonly #bundles = new Map<string, Promise<PolicyBundle>>();
  /** By hash, those used last at the end. */
  readonly #kept = new Map<string, Kept>();
  readonly #most_spare_bytes: number;
  #spare_bytes = 0;

  /** @param most_spare_bytes that stay there although no run under way needs them */
  constructor(store: ContentStore, most_spare_bytes = SPARE_BYTES) {
    this.#store = store;
    this.#most_spare_bytes = most_spare_bytes;
  }

  /** A scenario as it travels; nothing is sent yet. @throws ScenarioError for a module that cannot travel */
  of(scenario: Scenario): Promise<SentScenario> {
    return remembered(this.#sent, scenario, () => this.#described(scenario));
  }

  /** Sees to it that Redis has what a scenario needs, until {@link release} is called as often. */
  async use(scenario: Scenario): Promise<void> {
    const { contents } = await this.of(scenario);
    const missing = contents.filter((hash) => !this.#kept.has(hash));
    const packed =
      missing.length === 0 ? undefined : scenarioContent(scenario, await this.#bundlesOf(scenario));
    for (const hash of contents) {
      const kept = this.#kept.get(hash);
      if (kept === undefined) this.#begin(hash, packed!.contents.get(hash)!);
      else this.#take(hash, kept);
    }
    await Promise.all(contents.map((hash) => this.#kept.get(hash)?.there));
  }

  /** Puts what a scenario needs once more: a worker has not found it. */
  async renew(scenario: Scenario): Promise<void> {
    const { contents } = scenarioContent(scenario, await this.#bundlesOf(scenario));
    for (const [hash, content] of contents) await this.#store.put(hash, content);
  }

  /** A run that needed a scenario has come to its end. */
  async release({ contents }: SentScenario): Promise<void> {
    for (const hash of contents) {
      const kept = this.#kept.get(hash);
      if (kept === undefined) continue;
      kept.users -= 1;
      if (kept.users === 0) this.#spare_bytes += kept.bytes;
    }
    const superfluous: string[] = [];
    for (const [hash, { users, bytes }] of this.#kept) {
      if (this.#spare_bytes <= this.#most_spare_bytes) break;
      if (users > 0) continue;
      superfluous.push(hash);
      this.#kept.delete(hash);
      this.#spare_bytes -= bytes;
    }
    await this.#store.remove(superfluous);
  }

  /** Removes everything. */
  async removeAll(): Promise<void> {
    const hashes = [...this.#kept.keys()];
    this.#kept.clear();
    await this.#store.remove(hashes);
  }

  #take(hash: string, kept: Kept): void {
    if (kept.users === 0) this.#spare_bytes -= kept.bytes;
    kept.users += 1;
    this.#kept.delete(hash);
    this.#kept.set(hash, kept);
  }

  #begin(hash: string, content: Uint8Array): void {
    const there = this.#store.put(hash, content);
    // Whoever uses it waits for it.
    there.catch(() => this.#kept.delete(hash));
    this.#kept.set(hash, { bytes: content.byteLength, users: 1, there });
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
