import { readFileSync } from 'node:fs';
import { createNeonClient } from '@neon/sdk';
import { parse } from 'yaml';
import { fill } from '../platform/rule-table.js';
import type { PlayedCall } from './api-client-session.js';

interface SdkCall {
  readonly call: string;
  readonly with?: object;
  /** Values of the answer for later calls, by their paths. */
  readonly names?: Readonly<Record<string, string>>;
}

// biome-ignore lint/suspicious/noExplicitAny: other tests judge bodies
type Body = any;
type Method = (input?: unknown) => Promise<{ readonly data: Body; readonly error: Body }>;

/** Makes calls of every project-related part of the SDK. */
export async function playSdk(baseUrl: string, apiKey: string): Promise<readonly PlayedCall[]> {
  const client = createNeonClient({ apiKey, baseUrl, wait: { pollIntervalMs: 20 } });
  const parts = client as unknown as Readonly<Record<string, Readonly<Record<string, Method>>>>;
  const calls = parse(readFileSync(new URL('sdk.yaml', import.meta.url), 'utf8')) as readonly SdkCall[];
  const known = new Map<string, unknown>();
  const played: PlayedCall[] = [];
  for (const { call, with: input = {}, names = {} } of calls) {
    const [part = '', method = ''] = call.split('.');
    const answer: Body = await parts[part]![method]!(fill(input, known));
    // A list is read page by page.
    const { data, error } = typeof answer.all === 'function' ? await answer.all() : answer;
    played.push({ name: call, status: error == null ? 200 : (error.status ?? 0) });
    for (const [name, path] of Object.entries(names)) {
      known.set(
        name,
        path.split('.').reduce((value, key) => value?.[key], data),
      );
    }
  }
  return played;
}
