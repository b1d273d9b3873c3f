import { expect } from 'vitest';
import { type ServedEmulator, serveNeap } from './served-emulator.js';

/** Number of concurrent clients. */
const CLIENTS = 6;
/** Number of answers before a kill: the minimum, and the spread above it. Other requests are in flight. */
const MIN_ANSWERS = 20;
const SPREAD = 60;

/** Faults during the run: calls that are refused or carried out without an answer, and operations that fail. */
const FAULTS: readonly object[] = [
  { answer: 503, share: 0.1 },
  { answer: 429, share: 0.05 },
  { answer: 524, carried_out: true, share: 0.03 },
  { answer: 'none', carried_out: true, share: 0.03 },
  { answer: 'none', share: 0.03 },
  { delay: '5ms', share: 0.1 },
  { operation: 'fails', share: 0.1 },
];

/** A call that a fault refused, or whose answer it dropped: its outcome is unknown. */
class Faulty extends Error {
  override readonly name = 'Faulty';
}

/** An emulator that is killed repeatedly, and the outcomes that answers have acknowledged. */
class Killed {
  emulator: ServedEmulator;
  readonly api_key: string;
  /** Secrets of keys that were created and not revoked, by id. */
  readonly keys = new Map<number, string>();
  readonly revoked = new Set<string>();
  readonly projects = new Set<string>();
  readonly deleted = new Set<string>();
  /** Answers so far. */
  answers = 0;

  constructor(emulator: ServedEmulator) {
    this.emulator = emulator;
    this.api_key = emulator.api_key!;
  }

  // biome-ignore lint/suspicious/noExplicitAny: other tests check bodies
  async ask(method: string, path: string, body?: unknown, key = this.api_key): Promise<any> {
    const response = await fetch(`${this.emulator.base_url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const outcome = `${method} ${path}: ${response.status}`;
    if ([429, 503, 524].includes(response.status)) throw new Faulty(outcome);
    if (!response.ok) throw new Error(`${outcome} ${text}`);
    return JSON.parse(text);
  }

  /** Writes until the emulator is killed. */
  async write(name: string): Promise<void> {
    const { child } = this.emulator;
    const client: Client = { name, project_id: undefined };
    for (;;) {
      try {
        await this.#writeUntilFault(client);
      } catch (error) {
        // The connection breaks when the process dies; the calls in flight were not acknowledged.
        if (error instanceof TypeError && child.killed) return;
        const cut = error instanceof TypeError && child.exitCode === null;
        if (!(error instanceof Faulty || cut)) throw error;
      }
    }
  }

  async #writeUntilFault(client: Client): Promise<never> {
    const { name } = client;
    for (let count = 0; ; count += 1) {
      const key = await this.ask('POST', '/api_keys', { key_name: name });
      this.answers += 1;
      this.keys.set(key.id, key.key);
      if (count % 3 === 0) {
        // Until the answer, the key may or may not be revoked.
        this.keys.delete(key.id);
        await this.ask('DELETE', `/api_keys/${key.id}`);
        this.revoked.add(key.key);
      }
      const { project } = await this.ask('POST', '/projects', { project: { name } });
      this.answers += 1;
      this.projects.add(project.id);
      const former = client.project_id;
      client.project_id = project.id;
      if (former === undefined) continue;
      this.projects.delete(former);
      await this.#delete(former);
      this.deleted.add(former);
    }
  }

  /** Deletes a project, and retries if refused: an account holds at most a thousand. */
  async #delete(project_id: string): Promise<void> {
    for (;;) {
      try {
        return await this.ask('DELETE', `/projects/${project_id}`);
      } catch (error) {
        // A retry after a lost answer finds the project gone.
        if (error instanceof Error && error.message.includes(': 404 ')) return;
        if (!(error instanceof Faulty)) throw error;
      }
    }
  }

  /** Expects the outcome of every acknowledged call. */
  async expectEverything(): Promise<void> {
    const listed: readonly { id: number }[] = await this.ask('GET', '/api_keys');
    const ids = new Set(listed.map(({ id }) => id));
    expect([...this.keys.keys()].filter((id) => !ids.has(id))).toEqual([]);
    const projects = new Set<string>();
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page = await this.ask('GET', `/projects?limit=400${cursor && `&cursor=${cursor}`}`);
      for (const { id } of page.projects) projects.add(id);
      const next = page.projects.length === 0 ? undefined : page.pagination?.cursor;
      cursor = next && encodeURIComponent(next);
    }
    expect([...this.projects].filter((id) => !projects.has(id))).toEqual([]);
    expect([...this.deleted].filter((id) => projects.has(id))).toEqual([]);
    const last = [...this.revoked].at(-1);
    if (last !== undefined)
      await expect(this.ask('GET', '/projects', undefined, last)).rejects.toThrow('401');
  }
}

interface Client {
  readonly name: string;
  /** Its latest project. */
  project_id: string | undefined;
}

/**
 * Kills an emulator under load and faults repeatedly (SIGKILL, at a different moment each time), and expects everything
 * that was acknowledged after each restart.
 */
export async function killAgainAndAgain(times: number, folder: string): Promise<void> {
  const args = ['--state', folder, '--rate-limits', 'off', '--operation-duration', '0s'];
  const one = new Killed(await serveNeap(args));
  try {
    for (let kill = 0; kill < times; kill += 1) {
      const { address, stop } = one.emulator;
      for (const fault of FAULTS) {
        const set = { method: 'POST', body: JSON.stringify(fault) };
        expect((await fetch(`${address}/_neap/faults`, set)).ok).toBe(true);
      }
      const clients = Array.from({ length: CLIENTS }, (_, client) => one.write(`${kill}-${client}`));
      const last = one.answers + MIN_ANSWERS + ((kill * 37) % SPREAD);
      const reached = expect.poll(() => one.answers, { interval: 1 }).toBeGreaterThanOrEqual(last);
      // Ends early, with the reason, when the clients do.
      await Promise.race([Promise.all(clients), reached]);
      await stop('SIGKILL');
      await Promise.all(clients);
      one.emulator = await serveNeap(args);
      await one.expectEverything();
    }
    expect(one.keys.size + one.revoked.size).toBeGreaterThan(times);
    expect(one.projects.size).toBeGreaterThan(times);
    expect(await one.emulator.stop('SIGTERM')).toBe(143);
  } finally {
    one.emulator.child.kill('SIGKILL');
  }
}
