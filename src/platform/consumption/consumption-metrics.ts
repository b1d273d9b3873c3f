import { type Consumption, NO_CONSUMPTION } from '../../compute/lifecycle/consumption.js';
import { HOUR_MS } from '../../kernel/units.js';
import { INVOICE_METRICS } from '../../vendors/invoice-metrics.js';
import type { BranchRecord } from '../branches/branch.js';
import { badRequest } from '../checks/platform-error.js';
import { timestamp } from '../resource/row.js';
import type { State } from '../store/state.js';
import type { Timeframe } from './consumption-timeframes.js';
import { addSince } from './hour-history.js';

/** Metrics that exist for projects but not for branches. */
const PROJECT_ONLY_METRICS: readonly string[] = ['extra_branches_month', 'snapshot_storage_bytes_month'];
const BRANCH_METRICS: readonly string[] = INVOICE_METRICS.filter(
  (name) => !PROJECT_ONLY_METRICS.includes(name),
);
const PROJECT_METRICS: readonly string[] = [...BRANCH_METRICS, ...PROJECT_ONLY_METRICS];

/** Parses the metrics of a request, which may be repeated or comma-separated. @throws PlatformError `bad_request` */
export function checkMetrics(metrics: readonly string[], of: 'project' | 'branch'): readonly string[] {
  const known = of === 'project' ? PROJECT_METRICS : BRANCH_METRICS;
  const names = metrics.flatMap((each) => each.split(',')).filter((name) => name !== '');
  if (names.length === 0) throw badRequest(`metrics is required; expected some of ${known.join(', ')}`);
  for (const name of names) {
    if (!known.includes(name))
      throw badRequest(`unknown metric "${name}"; expected some of ${known.join(', ')}`);
  }
  return [...new Set(names)];
}

type Metered = { readonly project_id: string; readonly branch_id?: string };

function hoursOf(state: State, { project_id, branch_id }: Metered, span: Timeframe) {
  const hours =
    branch_id === undefined ? state.hoursByProject.rows(project_id) : state.hoursByBranch.rows(branch_id);
  return hours.filter(({ hour }) => hour * HOUR_MS >= span.start_ms && hour * HOUR_MS < span.end_ms);
}

/** Consumption of the computes of a branch, or of a project's branches, in a timeframe. */
export function computeConsumption(state: State, of: Metered, span: Timeframe): Consumption {
  let active = 0;
  let compute = 0;
  for (const { compute_seconds, active_seconds = 0 } of hoursOf(state, of, span)) {
    active += active_seconds;
    compute += compute_seconds;
  }
  const { project_id, branch_id } = of;
  const metered =
    branch_id === undefined ? state.meteredByProject.rows(project_id) : state.meteredByBranch.rows(branch_id);
  for (const endpoint of metered) {
    const from_ms = Math.max(endpoint.metered_from_ms!, span.start_ms);
    const seconds = Math.max(0, Math.min(state.now_ms, span.end_ms) - from_ms) / 1000;
    active += seconds;
    compute += seconds * endpoint.current_cu;
  }
  return { active_seconds: active, compute_seconds: compute };
}

function hoursOfLife(state: State, branch: BranchRecord, span: Timeframe): number {
  const from_ms = Math.max(branch.created_at_ms, span.start_ms);
  return Math.max(0, Math.min(state.now_ms, span.end_ms) - from_ms) / HOUR_MS;
}

/** The amount of a metric that a branch adds per hour of its life; other metrics are not modelled, and their value is 0. */
const HOURLY: Readonly<Record<string, (branch: BranchRecord) => number>> = {
  extra_branches_month: ({ parent_id }) => (parent_id === undefined ? 0 : 1),
  root_branch_bytes_month: ({ parent_id, logical_size_bytes: size }) => (parent_id === undefined ? size : 0),
  child_branch_bytes_month: ({ parent_id, logical_size_bytes: size }) => (parent_id === undefined ? 0 : size),
};

/** Records the hourly amounts of a branch before it is removed. */
export function keepHours(state: State, branch: BranchRecord): void {
  const weights = Object.entries(HOURLY).map(([name, weightOf]) => [name, weightOf(branch)] as const);
  addSince(state, { ...branch, branch_id: branch.id }, branch.created_at_ms, (ms) => {
    const hourly = weights.map(([name, weight]) => [name, weight * (ms / HOUR_MS)]);
    return { ...NO_CONSUMPTION, hourly: Object.fromEntries(hourly) };
  });
}

/** A timeframe as the API writes it. */
export function boundsOf({ start_ms, end_ms }: Timeframe) {
  return { timeframe_start: timestamp(start_ms), timeframe_end: timestamp(end_ms) };
}

/**
 * Metrics of a branch, or of all branches of a project, in a timeframe; whole numbers. Despite their names, byte metrics
 * are in byte-hours and `extra_branches_month` is in branch-hours of all children; the caller subtracts the included
 * amounts. Bytes are the branches' current size, or their size when deleted. Transfer, history and snapshots are not
 * modelled and 0.
 * Source: platform documentation, usage and cost calculations, 2026-05-28.
 */
export function metrics(state: State, names: readonly string[], of: Metered, span: Timeframe) {
  return {
    ...boundsOf(span),
    metrics: names.map((metric_name) => ({ metric_name, value: metric(state, metric_name, of, span) })),
  };
}

function metric(state: State, name: string, of: Metered, span: Timeframe): number {
  if (name === 'compute_unit_seconds') return Math.round(computeConsumption(state, of, span).compute_seconds);
  const weightOf = HOURLY[name];
  if (weightOf === undefined) return 0;
  let sum = hoursOf(state, of, span).reduce((total, { hourly }) => total + (hourly?.[name] ?? 0), 0);
  for (const branch of state.branchesByProject.rows(of.project_id)) {
    if (of.branch_id !== undefined && of.branch_id !== branch.id) continue;
    sum += weightOf(branch) * hoursOfLife(state, branch, span);
  }
  return Math.round(sum);
}
