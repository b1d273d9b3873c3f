import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { called } from '../cli/command.js';

const SCENARIO = `
name: "shop \\"1\\""
start: 2026-06-01T00:00:00Z
duration: 3h
timeline_interval: 10m
plan: launch
computes:
  - { name: primary, autoscaling_limit_min_cu: 0.5, autoscaling_limit_max_cu: 0.5 }
  - { name: reports, type: read_only, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }
load:
  - { name: web, compute: primary, process: regular, rate: 1/h, query: { cpu: 5ms } }
  - { name: reports, compute: reports, process: regular, rate: 2/h, query: { cpu: 5ms } }
model: { wake_latency: 300ms }
data: { logical_size_bytes: 5GB }
`;

interface Sample {
  readonly family: string;
  readonly labels: string;
  readonly value: number;
  readonly at: number;
}

/** Parses a text by the OpenMetrics specification 1.0, and throws if a rule is broken. */
function parsed(text: string): readonly Sample[] {
  expect(text.endsWith('\n# EOF\n')).toBe(true);
  expect(text.indexOf('# EOF')).toBe(text.length - '# EOF\n'.length);
  const samples: Sample[] = [];
  const families = new Set<string>();
  let family = '';
  let type = '';
  for (const line of text.split('\n').slice(0, -2)) {
    const meta = /^# (TYPE|UNIT|HELP) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/.exec(line);
    if (meta !== null) {
      const [, what, name, rest] = meta;
      if (what === 'TYPE') {
        // The lines of a family are contiguous, and each family occurs once.
        expect(families.has(name!)).toBe(false);
        families.add(name!);
        [family, type] = [name!, rest!];
        expect(['gauge', 'counter']).toContain(type);
        // A counter's name does not end with the suffix of its samples.
        expect(name).not.toMatch(/_total$/);
      } else expect(name).toBe(family);
      if (what === 'UNIT') expect(name!.endsWith(`_${rest}`)).toBe(true);
      continue;
    }
    const sample =
      /^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*\}) (\S+) (\d+(?:\.\d+)?)$/.exec(
        line,
      );
    expect([line, sample === null]).toEqual([line, false]);
    const [, name, labels, value, at] = sample!;
    expect(name).toBe(type === 'counter' ? `${family}_total` : family);
    expect(Number.isFinite(Number(value))).toBe(true);
    samples.push({ family, labels: labels!, value: Number(value), at: Number(at) });
  }
  // The points of a series are contiguous and ordered by time; counters do not fall.
  const seen = new Map<string, Sample>();
  let last = '';
  for (const sample of samples) {
    const key = sample.family + sample.labels;
    const before = seen.get(key);
    if (before !== undefined) {
      expect(key).toBe(last);
      expect(sample.at).toBeGreaterThan(before.at);
    }
    seen.set(key, sample);
    last = key;
  }
  return samples;
}

it('a timeline is exported as OpenMetrics under the metric names of the platform', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'neap-openmetrics-'));
  try {
    vi.stubEnv('NEAP_OUT_FORMATS', 'openmetrics');
    const [scenario, out] = [join(directory, 'shop.yaml'), join(directory, 'results')];
    writeFileSync(scenario, SCENARIO);
    const { status, stderr, stdout } = await called(['run', scenario, '--out', out, '--quiet', '--json']);
    expect([status, stderr]).toEqual([0, '']);
    const summary = JSON.parse(stdout);
    const samples = parsed(readFileSync(join(out, 'timeline.om'), 'utf8'));
    const of = (family: string, compute: string) =>
      samples.filter((each) => each.family === family && each.labels.includes(`endpoint_id="${compute}"`));
    expect(of('neap_compute_cu', 'primary')).toHaveLength(18);
    expect(of('neap_compute_cu', 'primary').at(-1)!.at).toBe(Date.parse('2026-06-01T03:00:00Z') / 1000);
    // The platform sends no metrics for a suspended compute.
    expect(of('host_load1', 'primary').length).toBeLessThan(18);
    const memory = of('host_memory_total_bytes', 'primary').map(({ value }) => value);
    expect(memory.length).toBeGreaterThan(0);
    for (const bytes of memory) expect(bytes / 2_147_483_648).toBeCloseTo(1, 9);
    expect(of('neon_db_total_size', 'primary')[0]!.value).toBe(5e9);
    expect(of('neon_connection_counts', 'reports').length).toBeGreaterThan(0);
    expect(samples[0]!.labels).toContain('project_id="shop \\"1\\""');
    for (const compute of summary.computes) {
      const total = (family: string) => of(family, compute.name).at(-1)!.value;
      expect(total('neap_cu_seconds') / 3600).toBeCloseTo(compute.cu_hours, 9);
      expect(total('neap_active_seconds')).toBeCloseTo(compute.active_seconds, 6);
    }
  } finally {
    vi.unstubAllEnvs();
    rmSync(directory, { recursive: true, force: true });
  }
});
