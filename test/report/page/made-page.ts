import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPage } from '../../../src/report/answers/run/run-page.js';
import { Replications } from '../../../src/report/figures/replicated-summary.js';
import type { Summary } from '../../../src/report/figures/summary.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import type { DecisionRow, TimelineRow } from '../../../src/simulation/run/observation.js';
import { Simulation } from '../../../src/simulation/simulation.js';
import { ShapeMeter } from '../../../src/study/runs/run-shape.js';

/** A page of a run, and the run it was made from. */
export interface MadePage {
  readonly path: string;
  readonly html: string;
  readonly summary: Summary;
  /** Rows of the timeline of each compute, and of the decision log. */
  readonly intervals: number;
  readonly decisions: readonly { readonly decision: string; readonly reason: string }[];
  remove(): void;
}

/** Runs a scenario and writes its page to a separate folder, as `neap run --html --replications` does. */
export async function pageOfRun(text: string, file = 'app.yaml', replications = 1): Promise<MadePage> {
  const folder = mkdtempSync(join(tmpdir(), 'neap-page-'));
  const path = join(folder, 'page.html');
  const scenario = await parseScenario(text, { file });
  const page = runPage(path, scenario, { file, text, command: `neap run ${file} --html page.html` });
  let rows = 0;
  const decisions: { decision: string; reason: string }[] = [];
  const observer = {
    timeline(row: TimelineRow) {
      rows += 1;
      page.timeline(row);
    },
    decision(row: DecisionRow) {
      decisions.push({ decision: row.decision, reason: row.reason });
      page.decision(row);
    },
  };
  const all = new Replications(scenario, 0.95);
  for (let replication = 0; replication < replications; replication++) {
    const shape = new ShapeMeter(scenario);
    const observed = {
      timeline(row: TimelineRow) {
        if (replication === 0) observer.timeline(row);
        shape.timeline(row);
      },
      decision(row: DecisionRow) {
        if (replication === 0) observer.decision(row);
      },
    };
    const simulation = new Simulation(scenario, { observer: observed, replication });
    while (!simulation.advance(1_000_000));
    const observations = simulation.observations();
    page.observed?.(observations, replications > 1 ? shape.shape : undefined);
    all.add(observations);
  }
  const summary =
    replications === 1 ? all.summaries[0]! : all.summary({ replications, precision: undefined });
  await page.commit(summary);
  return {
    path,
    html: readFileSync(path, 'utf8'),
    summary,
    intervals: rows / scenario.computes.length,
    decisions,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
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
