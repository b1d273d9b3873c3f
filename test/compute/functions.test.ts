import * as cpuLimit from '../../src/compute/cpu-limit.js';
import * as computeState from '../../src/compute/lifecycle/compute-state.js';
import * as configurationChange from '../../src/compute/lifecycle/configuration-change.js';
import * as consumption from '../../src/compute/lifecycle/consumption.js';
import * as runningOperations from '../../src/compute/lifecycle/running-operations.js';
import * as settings from '../../src/compute/lifecycle/settings.js';
import { settingsProblems } from '../../src/compute/lifecycle/settings-problem.js';
import * as suspendTimeout from '../../src/compute/lifecycle/suspend-timeout.js';
import * as transition from '../../src/compute/lifecycle/transition.js';
import * as loadAverage from '../../src/compute/load-average.js';
import {
  FILE_CACHE_BYTES,
  maxWorkerProcesses,
  memoryUse,
  sharedBuffersBytes,
} from '../../src/compute/memory.js';
import * as reasonWords from '../../src/compute/policy/interface/reason-words.js';
import { emptyHistogram, needsNewPlan } from '../../src/compute/policy/suspend/gap-histogram.js';
import { nextTryAfter, PROXY_LIMITS } from '../../src/compute/proxy-limits.js';
import * as size from '../../src/compute/size.js';
import { judgeDownscale, usableMemoryBytes } from '../../src/compute/vm-monitor.js';
import { GIB, MIB } from '../../src/kernel/units.js';
import { planLimits } from '../../src/vendors/plan-limits.js';
import { testFunctions } from '../function-rows.js';

/** The problems of settings on the platform, as `setting (rule): message`. */
function problemsOf(plan: string | undefined, min: number, max: number, timeout: number): readonly string[] {
  const limits = plan === undefined ? undefined : planLimits({ name: plan, as_of: undefined });
  return settingsProblems(
    { autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max, suspend_timeout_seconds: timeout },
    { plan: limits, book: 'platform' },
  ).map(({ setting, rule, message }) => `${setting} (${rule}): ${message}`);
}

testFunctions(new URL('functions/lifecycle.yaml', import.meta.url), {
  ...{ problemsOf, settingsProblems },
  ...computeState,
  ...configurationChange,
  ...consumption,
  ...runningOperations,
  ...settings,
  ...suspendTimeout,
  ...transition,
});

const connections = (min: number, max: number) => size.maxConnections(min, max, 4 * GIB);

/** The load averages after samples with these numbers of runnable tasks. */
function loadAverages(runnable: readonly number[]): readonly loadAverage.LoadAverage[] {
  let load = loadAverage.LOAD_AVERAGE_AT_BOOT;
  return runnable.map((tasks) => {
    load = loadAverage.addLoadSample(load, tasks);
    return load;
  });
}

/** The load average after ten tasks for a time and none for another, in seconds. */
function loadAfter(busy: number, idle: number): loadAverage.LoadAverage {
  const [some, none] = [busy, idle].map((time) => Math.round(time / loadAverage.LOAD_SAMPLE_SECONDS));
  return loadAverages([...Array(some).fill(10), ...Array(none).fill(0)]).at(-1)!;
}

testFunctions(new URL('functions/sizes.yaml', import.meta.url), {
  ...{ connections, judgeDownscale, memoryUse, nextTryAfter, usableMemoryBytes },
  ...cpuLimit,
  ...reasonWords,
  ...size,
  oneMinuteShare: (busy: number, idle: number) => loadAverage.oneMinuteLoad(loadAfter(busy, idle)) / 10,
  fiveMinuteShare: (busy: number, idle: number) => loadAverage.fiveMinuteLoad(loadAfter(busy, idle)) / 10,
  ticksBetweenSamples: () => loadAverage.LOAD_SAMPLE_SECONDS * 250,
  loadAfterSamples: (runnable: readonly number[]) =>
    loadAverages(runnable).map(({ one_minute_fixed }) => one_minute_fixed),
  seedProblem: (min: number, max: number) => size.sizeProblem(min, max, size.AUTOSCALING_MAX_SPAN_CU.seed),
  platformProblem: (min: number, max: number) =>
    size.sizeProblem(min, max, size.AUTOSCALING_MAX_SPAN_CU.platform),
  tempDiskGib: (max: number) => size.tempDiskBytes(max) / GIB,
  workers: (_min: number, max: number) => maxWorkerProcesses(max),
  sharedBuffersMib: (min: number, max: number) => sharedBuffersBytes(connections(min, max), max) / MIB,
  tableCacheGib: (cu: number) => FILE_CACHE_BYTES.table(cu * 4 * GIB) / GIB,
  monitorCacheMib: (gib: number) => FILE_CACHE_BYTES.monitor(gib * GIB) / MIB,
  proxyTries: (of: 'connect' | 'wake') => PROXY_LIMITS[of],
  dueForPlan: (observed: number, planned_at: number) =>
    needsNewPlan({ ...emptyHistogram(1), observed }, planned_at),
});
