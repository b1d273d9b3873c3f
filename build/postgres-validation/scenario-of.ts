import { parseScenario } from '../../src/scenario/load-scenario.js';
import type { Scenario } from '../../src/scenario/scenario.js';

/** The parts of a scenario that differ between rows. */
export interface RowScenario {
  readonly name: string;
  /** Size for the simulator; a real server has its own limit. */
  readonly cpus?: number;
  readonly seconds: number;
  /** Its loads, events and similar parts, as YAML. */
  readonly text: string;
  /** Idle seconds before the compute is suspended, which is then its initial state; never by default. */
  readonly suspend_timeout_seconds?: number | undefined;
  /** Further constants of the model, as one line of YAML. */
  readonly model?: string;
}

/** The scenario of a row, for the real server and the simulator. */
export function scenarioOf(row: RowScenario): Promise<Scenario> {
  const { name, cpus = 1, seconds, text, suspend_timeout_seconds, model = '' } = row;
  // As with a control group's quota: whole processors at full speed until the period's share is used up.
  const cpu = cpus < 1 ? CPU_QUOTA : '';
  const constants = [cpu, model].filter((each) => each !== '').join(', ');
  const document = `
name: ${JSON.stringify(name)}
seed: 1
start: 2026-01-05T00:00:00Z
duration: ${seconds}s
timeline_interval: 1s
plan: ${suspend_timeout_seconds === undefined ? 'launch' : 'scale'}
${constants === '' ? '' : `model: { ${constants} }`}
computes:
  - name: primary
    type: read_write
    autoscaling_limit_min_cu: ${cpus}
    autoscaling_limit_max_cu: ${cpus}
    suspend_timeout_seconds: ${suspend_timeout_seconds ?? -1}
    initial_state: ${suspend_timeout_seconds === undefined ? 'active' : 'idle'}
${text}`;
  return parseScenario(document, { file: name });
}

const CPU_QUOTA = 'cpu_limit: bandwidth, cpu_quota_burst: 1';
