import { type Consumption, NO_CONSUMPTION } from '../../compute/lifecycle/consumption.js';
import { HOUR_MS } from '../../kernel/units.js';
import type { State } from '../store/state.js';
import { finestStart } from './consumption-timeframes.js';
import { type HourRecord, projectDay } from './hour.js';

/** The hourly consumption of a branch, or of all deleted branches. */
type HourOfBranch = Pick<HourRecord, 'project_id' | 'branch_id' | 'hour'>;

type HourUse = Consumption & Pick<HourRecord, 'hourly'>;

/**
 * Adds the consumption of a branch, or of one of its computes, from a time until `state.now_ms` to its hours.
 * @param useIn the amount used in a given number of milliseconds of an hour
 */
export function addSince(
  state: State,
  { project_id, branch_id }: Pick<HourRecord, 'project_id' | 'branch_id'>,
  from_ms: number,
  useIn: (ms: number) => HourUse,
): void {
  const until_ms = state.now_ms;
  let new_day = false;
  for (let hour = Math.floor(from_ms / HOUR_MS); hour * HOUR_MS < until_ms; hour++) {
    const part_ms = Math.min(until_ms, (hour + 1) * HOUR_MS) - Math.max(from_ms, hour * HOUR_MS);
    new_day = addToHour(state, { project_id, branch_id, hour }, useIn(part_ms)) || new_day;
  }
  if (new_day) foldHours(state, project_id);
}

/**
 * Adds to a branch's consumption in an hour.
 * @returns whether it is the first record of that day of the project
 */
function addToHour(state: State, of: HourOfBranch, more: HourUse): boolean {
  const { project_id, branch_id, hour } = of;
  const id = `${branch_id === '' ? project_id : branch_id}/${hour}`;
  const known = state.get('hours', id);
  const before = { ...NO_CONSUMPTION, ...known };
  const hourly = { ...known?.hourly };
  for (const [name, value] of Object.entries(more.hourly ?? {})) hourly[name] = (hourly[name] ?? 0) + value;
  const is_first = known === undefined && state.hoursByDay.size(projectDay(of)) === 0;
  state.put('hours', id, {
    id,
    project_id,
    branch_id,
    hour,
    compute_seconds: before.compute_seconds + more.compute_seconds,
    active_seconds: (before.active_seconds ?? 0) + more.active_seconds,
    hourly: Object.keys(hourly).length === 0 ? undefined : hourly,
  });
  return is_first;
}

/**
 * Reduces a project's hours to those that can still be requested. Hours too old for the hourly history become days, then
 * months, and are then deleted; those of deleted branches are merged.
 */
function foldHours(state: State, project_id: string): void {
  for (const row of state.hoursByProject.rows(project_id)) {
    const start_ms = finestStart(row.hour * HOUR_MS, state.now_ms);
    const hour = start_ms === undefined ? undefined : start_ms / HOUR_MS;
    const branch_id = state.get('branches', row.branch_id) === undefined ? '' : row.branch_id;
    if (hour === row.hour && branch_id === row.branch_id) continue;
    state.remove('hours', row.id);
    const { compute_seconds, active_seconds = 0, hourly } = row;
    if (hour !== undefined)
      addToHour(state, { project_id, branch_id, hour }, { compute_seconds, active_seconds, hourly });
  }
}
