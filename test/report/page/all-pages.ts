import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { called } from '../../cli/command.js';
import { QUICK } from '../../study/quick-scenario.js';
import { EVENTFUL, pageOfRun } from './made-page.js';

const FLEET = `
name: fleet
duration: 2h
plan: scale
computes:
  template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1, suspend_timeout_seconds: 300 }
  count: 60
  teams: { shop: 40%, search: 30%, labs: 30% }
load: [{ name: app, compute: tenant, rate: 10/h, query: { cpu: 20ms } }]
`;

const IDLE = `
name: idle
duration: 1d
computes: [{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 }]
load: [{ name: web, compute: primary, rate: 0/s, query: { cpu: 5ms } }]
`;

/** A compute deleted from the first second, and never started again: every query fails. */
const FAILING = `
name: failing
duration: 1d
computes: [{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 }]
load: [{ name: web, compute: primary, rate: 3/min, query: { cpu: 5ms } }]
faults: [{ at: 0s, for: 1d, zone_loss: primary }, { at: 0s, for: 1d, control_plane_outage: true }]
slo: { latency_p99: 500ms }
`;

/** Small questions to the commands whose answers have all parts of their pages. */
const QUESTIONS: Readonly<Record<string, string>> = {
  sweep: '--vary timeout=60s,5m,1h --vary max=0.25,0.5,1 --replications 2',
  compare:
    '--variant awake timeout=1h --variant bigger max=1 --figures cost_usd,latency_p99,delayed_probability --replications 2',
  plan: '--set slo={} --constraint wake_probability<=10% --vary timeout=60s,5m,15m,1h --vary max=0.25,0.5,60 --at-load 2 --no-sensitivity --max-queries 250k --replications 5',
  forecast:
    '--set slo={} --constraint cost_usd<=$20/month --constraint latency_p99<=2s --growth 20%..40%/month --months 14 --replications 2',
  capacity: '--set slo={} --constraint delayed_probability>=5% --constraint latency_p99<=2s --replications 2',
  policies: '--side both',
};

/** Writes a page of each kind into a folder. @returns its path by its name */
export async function allPages(folder: string): Promise<ReadonlyMap<string, string>> {
  const paths = new Map<string, string>();
  for (const [name, text] of [
    ['run', EVENTFUL],
    ['fleet', FLEET],
    ['idle', IDLE],
    ['failing', FAILING],
  ] as const) {
    paths.set(name, (await pageOfRun(folder, text, `${name}.yaml`)).path);
  }
  const quick = join(folder, 'quick.json');
  writeFileSync(quick, JSON.stringify(QUICK));
  for (const [command, options] of Object.entries(QUESTIONS)) {
    const path = join(folder, `${command}.html`);
    await called([command, quick, ...options.split(' '), '--quiet', '--html', path]);
    paths.set(command, path);
  }
  return paths;
}
