import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Summary } from '../../../src/study/run/summary.js';
import { called } from '../../cli/command.js';

/** A page of a run, and the run it was made from. */
export interface MadePage {
  readonly path: string;
  readonly html: string;
  readonly summary: Summary;
}

/** Runs a scenario in a folder and writes its page there. @param options further ones of `neap run` */
export async function pageOfRun(
  folder: string,
  text: string,
  file = 'app.yaml',
  ...options: readonly string[]
): Promise<MadePage> {
  const [scenario, path] = [join(folder, file), join(folder, `${file}.html`)];
  writeFileSync(scenario, text);
  const { stdout } = await called(['run', scenario, '--html', path, '--json', '--quiet', ...options]);
  return { path, html: readFileSync(path, 'utf8'), summary: JSON.parse(stdout) as Summary };
}

/** A day of two small computes with everything that a page marks: wakes, suspends, a restart, refusals, a fault. */
export const EVENTFUL = `
name: eventful
seed: 3
start: 2026-01-05T00:00:00Z
duration: 1d
timeline_interval: 5m
plan: launch
computes:
  - { name: primary, type: read_write, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 }
  - { name: reports, branch: other, type: read_write, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }
load:
  - { name: web, compute: primary, rate: { base: 2/s, spikes: [{ at: 12h, for: 1m, rate: 300/s }] }, query: { cpu: 20ms } }
  - { name: night, compute: reports, rate: 3/h, query: { cpu: 50ms } }
events:
  - { at: 15h, update: primary, set: { autoscaling_limit_max_cu: 4 } }
faults:
  - { at: 18h, for: 10m, crash: primary }
slo: { success_rate: 99.9%, latency_p99: 50ms }
`;
