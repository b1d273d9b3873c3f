import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ForkQueue } from '../../src/compute/fork-queue.js';
import { PageStore } from '../../src/compute/page-store.js';
import { ProcessorSharing } from '../../src/compute/processor-sharing.js';
import { RateWindows } from '../../src/compute/rate-windows.js';
import { ThrottledSharing } from '../../src/compute/throttled-sharing.js';

type Values = Readonly<Record<string, unknown>>;

interface Row {
  readonly rule: string;
  readonly of: Readonly<Record<string, readonly never[]>>;
  readonly calls: readonly (Values & { readonly gives?: unknown; readonly shows?: Values })[];
}

/** New objects from the arguments in the table; a quota has periods of 100 ms that begin at 0. */
const MAKE: Readonly<Record<string, (...values: readonly never[]) => object>> = {
  ForkQueue: (latency) => new ForkQueue(latency),
  PageStore: (options) => new PageStore(options),
  ProcessorSharing: (vcpu) => new ProcessorSharing(vcpu),
  RateWindows: (windows) => new RateWindows(windows),
  ThrottledSharing: (cu) =>
    new ThrottledSharing({ kind: 'bandwidth', quota_burst: 1, period_seconds: 0.1 }, cu, () => 0),
};

const ROWS: readonly Row[] = parse(readFileSync(new URL('calls.yaml', import.meta.url), 'utf8'));

test.each(ROWS.map((row) => [row.rule, row] as const))('%s', (_rule, { of, calls }) => {
  const [[kind, values]] = Object.entries(of) as [[string, readonly never[]]];
  const object = MAKE[kind]!(...values) as Record<string, (...values: readonly unknown[]) => unknown>;
  for (const { gives, shows, ...call } of calls) {
    const [[method, given]] = Object.entries(call) as [[string, readonly unknown[]]];
    const answer = object[method]!(...given);
    const where = `${method}(${given.join(', ')})`;
    if (gives !== undefined) expect(answer, where).toEqual(close(gives));
    for (const [name, value] of Object.entries(shows ?? {}))
      expect(object[name], `${name} after ${where}`).toEqual(close(value));
  }
});

function close(value: unknown): unknown {
  const { about } = Object(value) as { readonly about?: number };
  return about === undefined ? value : expect.closeTo(about, 12);
}
