import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type ServedEmulator, serveNeap } from './served-emulator.js';

/** Clients that write at once. */
const CLIENTS = 6;
/** Answers after which an emulator dies: between these two, while other requests are under way. */
const FEWEST_ANSWERS = 20;
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

/** The outcomes that a client knows from answers. */
interface Acknowledged {
  /** Keys that were made, by id, and not revoked. */
  readonly keys: Map<number, string>;
  readonly revoked: Set<string>;
  /** Names of databases. */
  readonly projects: Set<string>;
  readonly deleted: Set<string>;
  /** Answers so far. */
  answers: number;
}

/**
 * Kills an emulator under load and faults again and again (SIGKILL, at a moment that differs each time), and looks
 * after each death whether everything that was acknowledged is there.
 */
export async function killAgainAndAgain(times: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'neap-kill-'));
  const args = ['--state', folder, '--rate-limits', 'off', '--operation-duration', '0s'];
  const told: Acknowledged = {
    keys: new Map(),
    revoked: new Set(),
    projects: new Set(),
    deleted: new Set(),
    answers: 0,
  };
  let emulator = await serveNeap(args);
  try {
    const api_key = emulator.api_key!;
    for (let kill = 0; kill < times; kill += 1) {
      const served = emulator;
      for (const fault of FAULTS) await setFault(served, fault);
      const load = Promise.all(
        Array.from({ length: CLIENTS }, (_, client) => write(served, api_key, told, `${kill}-${client}`)),
      );
      const last = told.answers + FEWEST_ANSWERS + ((kill * 37) % SPREAD);
      // Ends early, with the reason, when the clients do.
      await Promise.race([load, reached(told, last)]);
      await emulator.stop('SIGKILL');
      await load;
      emulator = await serveNeap(args);
      await expectEverything(emulator, api_key, told);
    }
    expect(told.keys.size).toBeGreaterThan(times);
    expect(told.projects.size).toBeGreaterThan(times);
    expect(await emulator.stop('SIGTERM')).toBe(143);
  } finally {
    told.answers = Number.POSITIVE_INFINITY;
    emulator.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function reached(told: Acknowledged, answers: number): Promise<void> {
  while (told.answers < answers) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** The latest project of a client. */
interface Own {
  project_id: string | undefined;
}

/** Writes until the emulator is gone. */
async function write(
  emulator: ServedEmulator,
  api_key: string,
  told: Acknowledged,
  name: string,
): Promise<void> {
  const own: Own = { project_id: undefined };
  for (;;) {
    try {
      await writeUntilFault(emulator, api_key, told, name, own);
    } catch (error) {
      // The connection breaks when the process dies; what was under way then was not acknowledged.
      if (error instanceof TypeError && emulator.child.killed) return;
      const cut = error instanceof TypeError && emulator.child.exitCode === null;
      if (!(error instanceof Faulty || cut)) throw error;
    }
  }
}

/** Writes until something goes wrong. */
async function writeUntilFault(
  emulator: ServedEmulator,
  api_key: string,
  told: Acknowledged,
  name: string,
  own: Own,
): Promise<never> {
  for (let count = 0; ; count += 1) {
    const key = await ask(emulator, api_key, 'POST', '/api_keys', { key_name: name });
    told.answers += 1;
    told.keys.set(key.id, key.key);
    if (count % 3 === 0) {
      // Until the answer it may be either way.
      told.keys.delete(key.id);
      await ask(emulator, api_key, 'DELETE', `/api_keys/${key.id}`);
      told.revoked.add(key.key);
    }
    const { project } = await ask(emulator, api_key, 'POST', '/projects', { project: { name } });
    told.answers += 1;
    told.projects.add(project.id);
    const former = own.project_id;
    own.project_id = project.id;
    if (former !== undefined) {
      told.projects.delete(former);
      await deleted(emulator, api_key, former);
      told.deleted.add(former);
    }
  }
}

/** Deletes a project, and retries if refused: an account holds at most a thousand. */
async function deleted(emulator: ServedEmulator, api_key: string, project_id: string): Promise<void> {
  for (;;) {
    try {
      await ask(emulator, api_key, 'DELETE', `/projects/${project_id}`);
      return;
    } catch (error) {
      // A retry after a lost answer finds the project gone.
      if (error instanceof Error && error.message.includes(': 404 ')) return;
      if (!(error instanceof Faulty)) throw error;
    }
  }
}

async function setFault({ address }: ServedEmulator, fault: object): Promise<void> {
  const { ok } = await fetch(`${address}/_neap/faults`, { method: 'POST', body: JSON.stringify(fault) });
  expect(ok).toBe(true);
}

async function ask(
  { base_url }: ServedEmulator,
  api_key: string,
  method: string,
  path: string,
  body?: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: bodies are judged in other tests
): Promise<any> {
  const response = await fetch(`${base_url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${api_key}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if ([429, 503, 524].includes(response.status)) throw new Faulty(`${method} ${path}: ${response.status}`);
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

async function expectEverything(
  emulator: ServedEmulator,
  api_key: string,
  told: Acknowledged,
): Promise<void> {
  const listed: readonly { id: number }[] = await ask(emulator, api_key, 'GET', '/api_keys');
  const ids = new Set(listed.map(({ id }) => id));
  expect([...told.keys.keys()].filter((id) => !ids.has(id))).toEqual([]);
  const projects = new Set<string>();
  for (let cursor = ''; ; ) {
    const page = await ask(emulator, api_key, 'GET', `/projects?limit=400${cursor}`);
    for (const { id } of page.projects) projects.add(id);
    if (page.projects.length === 0 || page.pagination?.cursor === undefined) break;
    cursor = `&cursor=${encodeURIComponent(page.pagination.cursor)}`;
  }
  expect([...told.projects].filter((id) => !projects.has(id))).toEqual([]);
  expect([...told.deleted].filter((id) => projects.has(id))).toEqual([]);
  const last = [...told.revoked].at(-1);
  if (last !== undefined) await expect(ask(emulator, last, 'GET', '/projects')).rejects.toThrow('401');
}
