import { expect, test } from 'vitest';
import { desiredResources } from '../../../src/compute/agent/desired-resources.js';
import { scalingGoal } from '../../../src/compute/agent/goal.js';
import { estimateWorkingSet, projectNextHighest } from '../../../src/compute/agent/lfc-goal.js';
import { FILE_CACHE_BYTES } from '../../../src/compute/memory.js';
import { agentSize } from '../../../src/compute/policy/size/agent.js';
import { maxConnections } from '../../../src/compute/size.js';
import { judgeDownscale, upscaleThresholdBytes, usableMemoryBytes } from '../../../src/compute/vm-monitor.js';
import { GIB, MIB } from '../../../src/kernel/units.js';
import { expectClose } from '../../vectors/closeness.js';
import { CONTEXT, decisions } from '../policy/size/looks.js';
import { configurationOf, lfcMetricsOf, resourcesOf, systemMetricsOf, VECTORS } from './vectors.js';

function expectPart(actual: number | undefined, expected: number | null): void {
  if (expected === null) expect(actual).toBeUndefined();
  else expectClose(actual ?? Number.NaN, expected);
}

test.each(VECTORS.vectors)('the goal of the agent matches the vector: $name', (vector) => {
  const { scaling, unit } = configurationOf(vector);
  const goal = scalingGoal(scaling, unit, systemMetricsOf(vector), lfcMetricsOf(vector));
  const { expected } = vector;
  expect(goal.units).toBe(expected.goal);
  expect(goal.units * 0.25).toBe(expected.productCU);
  expectPart(goal.parts.cpu, expected.parts.cpu);
  expectPart(goal.parts.memory, expected.parts.mem);
  expectPart(goal.parts.lfc, expected.parts.lfc);
  expect(goal.has_all_metrics).toBe(expected.hasAllMetrics);
  expect(goal.warnings).toEqual(expected.warnings);
  if (expected.lfcDetail !== undefined) {
    expectClose(goal.working_set!.estimate_pages, expected.lfcDetail.estimateWssPages);
    expect(goal.working_set!.projected_values).toBe(expected.lfcDetail.projectedSliceLength);
    expectClose(goal.working_set!.projected_pages, expected.lfcDetail.predictedNextWssPages);
    expectClose(goal.working_set!.bytes, expected.lfcDetail.wssBytes);
  }
});

// The policy has system metrics in every sample, so vectors without them do not apply.
const complete = VECTORS.vectors.filter((vector) => systemMetricsOf(vector) !== undefined).slice(0, 12);

test.each(complete)('the agent policy matches the vector: $name', (vector) => {
  const context = { ...CONTEXT, agent: configurationOf(vector) };
  const working_set_pages = lfcMetricsOf(vector)?.working_set_pages;
  const samples = [{ ...systemMetricsOf(vector), working_set_pages }];
  const [decision] = decisions(agentSize, samples, {}, context);
  expect(decision!.goal_cu).toBe(vector.expected.productCU);
  expect(decision!.detail!.units).toBe(vector.expected.goal);
  expect(decision!.detail!.warnings).toEqual(vector.expected.warnings);
});

test.each(VECTORS.desiredResources)('the desired resources match the vector: $name', (vector) => {
  const configuration = configurationOf(vector);
  const { scaling, unit } = configuration;
  const goal = scalingGoal(scaling, unit, systemMetricsOf(vector), lfcMetricsOf(vector));
  const using = resourcesOf(vector.vm.using);
  const { requestedUpscale: asked, deniedDownscale: denied } = vector;
  const desired = desiredResources(
    10,
    { using, min: resourcesOf(vector.vm.min), max: resourcesOf(vector.vm.max) },
    goal,
    configuration,
    asked === null ? undefined : { ...asked, at_seconds: 10, base: resourcesOf(asked.base) },
    denied === null
      ? undefined
      : { at_seconds: 10, current: using, requested: resourcesOf(denied.requested) },
  );
  expect(desired.resources).toEqual(resourcesOf(vector.expected.desired));
  expect(desired.units_after_requests).toBe(vector.expected.goalAfterRequests);
  expect(desired.warnings).toEqual(vector.expected.warnings);
});

test.each(VECTORS.wssEstimator)('the plateau of a working set matches the vector: $name', (vector) => {
  const { maxAllowedIncreaseFactor, initialOffset, windowSize } = vector.config;
  const window = {
    max_growth_factor: maxAllowedIncreaseFactor,
    initial_offset: initialOffset,
    window_size: windowSize,
  };
  expectClose(estimateWorkingSet(vector.series, window), vector.expected);
});

test.each(VECTORS.projectNextHighest)('the projected working set matches the vector: $name', (vector) => {
  expectClose(projectNextHighest(vector.series, vector.projectLen), vector.expected);
});

test.each(VECTORS.vmMonitorSizes)(
  'the monitor of a machine with $memGiB GiB matches the vector',
  (vector) => {
    const ram = vector.memGiB * GIB;
    expect(usableMemoryBytes(ram)).toBe(vector.usableBytes);
    expect(FILE_CACHE_BYTES.monitor(ram) / MIB).toBe(vector.fileCacheSizeMiB);
    expect(upscaleThresholdBytes(ram)).toBe(vector.cgroupThresholdBytes);
    const most = vector.maxAvgNonReclaimableToAcceptDownscaleToThisSize;
    const verdict = (mean_bytes: number) =>
      judgeDownscale({ target_ram_bytes: ram, mean_bytes, samples: 5, stats_age_seconds: 0.1 }).result;
    expect([verdict(most), verdict(most + 1)]).toEqual(['approved', 'denied']);
  },
);

test.each(VECTORS.vmMonitorDownscale)(
  'the downscale from $fromGiB to $toGiB GiB with $avgNonReclaimableMiB MiB in use and $samples samples is $result',
  ({ toGiB, avgNonReclaimableMiB, samples, statsAgeMs, newThresholdBytes, result }) => {
    const target_ram_bytes = toGiB * GIB;
    const mean_bytes = avgNonReclaimableMiB * MIB;
    const stats_age_seconds = statsAgeMs / 1000;
    const verdict = judgeDownscale({ target_ram_bytes, mean_bytes, samples, stats_age_seconds });
    expect(upscaleThresholdBytes(target_ram_bytes)).toBe(newThresholdBytes);
    if (result === 'denied-not-enough-samples') expect(verdict).toMatchObject({ cause: 'too-few-samples' });
    else expect(verdict.result).toBe(result);
  },
);

// Derived from the platform's documentation; sizes from 9 CU are capped there under either rule.
test.each(VECTORS.maxConnections)(
  'max_connections of $minCU to $maxCU CU is $maxConnectionsGiBRule',
  ({ minCU, maxCU, maxConnectionsGiBRule, maxConnectionsGBRule }) => {
    expect(maxConnections(minCU, maxCU, 4 * GIB)).toBe(maxConnectionsGiBRule);
    expect(maxConnections(minCU, maxCU, 4e9)).toBe(maxConnectionsGBRule);
  },
);
