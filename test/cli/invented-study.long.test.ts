import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { studyCommand } from '../../src/cli/shared/study-command.js';
import { runFigures } from '../../src/figures/run-figures.js';
import { column } from '../../src/report/document/column.js';
import { type Report, table } from '../../src/report/document/report.js';
import { verdictOf } from '../../src/report/text/verdict.js';
import { Interrupted, inParallel, makeRuns, type Study } from '../../src/study/engine/study.js';
import { compileVariant, readSource } from '../../src/study/runs/scenario-source.js';
import { grownVariant, type Variant } from '../../src/study/runs/variant.js';

interface Row {
  readonly factor: number;
  readonly costs: readonly number[];
}

/** A study defined for this test: costs at three loads, in parallel, with a budget of eight runs each. */
function* costsByLoad(variant: Variant): Study<{ readonly rows: readonly Row[] }> {
  const budget = { used: 0, expected: 24, best: undefined };
  const part = function* (factor: number): Study<Row> {
    const costs: number[] = [];
    const own = grownVariant(variant, factor);
    const tasks = Array.from({ length: 8 }, (_, replication) => ({ variant: own, replication }));
    try {
      yield* makeRuns(
        tasks,
        (run) => {
          costs.push(runFigures(run).cost_usd!);
          budget.used += 1;
        },
        () => ({ runs: 24, whole_runs: 24, budget }),
      );
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
    }
    return { factor, costs };
  };
  return { rows: yield* inParallel([0.5, 1, 2].map(part)) };
}

const command = studyCommand(async (file: string, _options: object) => {
  const variant = await compileVariant(await readSource(file, { set: ['duration=1d'] }));
  const { name: about, scenario } = variant;
  return {
    command: 'invented',
    files: ['loads'],
    variants: [variant],
    options: {},
    study: costsByLoad(variant),
    findings: ({ rows }) => ({ report: reportOf(rows, about, scenario.start) }),
  };
});

function reportOf(rows: readonly Row[], about: string, start: string): Report {
  const runs = rows.reduce((sum, { costs }) => sum + costs.length, 0);
  const columns = [
    column<Row>('load', 'Load', 'number', ({ factor }) => factor),
    column<Row>('cost_usd', 'Cost', 'usd', ({ costs }) => costs[0] ?? null),
  ];
  return {
    question: 'Invented',
    about,
    title: 'costs by load',
    facts: [`${runs} runs`],
    verdict: verdictOf('good', ['invented verdict']),
    warnings: [],
    start,
    parts: [table<Row>({ id: 'loads', title: 'Loads', rows, columns })],
  };
}

const folder = mkdtempSync(join(tmpdir(), 'neap-invented-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

async function asked(
  options: object,
): Promise<{ readonly status: number; readonly out: string; readonly err: string }> {
  const written = { out: '', err: '' };
  const spies = (['out', 'err'] as const).map((name) =>
    vi.spyOn(process[`std${name}`], 'write').mockImplementation((text) => {
      written[name] += text;
      return true;
    }),
  );
  try {
    return { status: await command('scenarios/hobby-app.yaml', options), ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

describe('a study defined in a test', () => {
  it('runs on several threads and has all five report formats', async () => {
    const forms = { out: at('out'), md: at('a.md'), html: at('a.html'), xlsx: at('a.xlsx'), quiet: true };
    const two = await asked({ ...forms, workers: 2 });
    expect(two).toMatchObject({ status: 0, err: '' });
    expect(two.out).toContain('Invented verdict.');
    expect((await asked({ workers: 1, quiet: true })).out).toBe(two.out);
    expect(readFileSync(at('a.md'), 'utf8')).toContain('| Load |');
    expect(readFileSync(at('a.html'), 'utf8')).toContain('Invented verdict.');
    expect(readFileSync(at('a.xlsx')).subarray(0, 2).toString()).toBe('PK');
    expect(readFileSync(at('out/loads.csv'), 'utf8')).toMatch(/^load,cost_usd\r\n0\.5,/);
  });

  it('answers at Ctrl-C with exit code 130, and resumes to the same answer', async () => {
    const whole = await asked({ json: true, quiet: true });
    const kept = () =>
      existsSync(at('kept.partial/runs')) && readFileSync(at('kept.partial/runs')).length > 1000;
    const timer = setInterval(() => kept() && process.emit('SIGINT', 'SIGINT'), 1);
    const stopped = await asked({ out: at('kept'), json: true, quiet: true }).finally(() =>
      clearInterval(timer),
    );
    expect(stopped.status).toBe(130);
    expect(stopped.err).toMatch(/stopped; \d+ runs? kept in .*kept\.partial/);
    const { rows } = JSON.parse(stopped.out) as { rows: Row[] };
    expect(rows).toHaveLength(3);
    expect(rows.flatMap(({ costs }) => costs).length).toBeLessThan(24);
    const resumed = await asked({ out: at('kept'), resume: true, json: true, quiet: true });
    expect(resumed).toMatchObject({ status: 0, out: whole.out });
    expect(readdirSync(folder)).not.toContain('kept.partial');
  });

  it('shows progress as the share of the budget used', async () => {
    let now_ms = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      now_ms += 3000;
      return now_ms;
    });
    const { err } = await asked({}).finally(() => clock.mockRestore());
    expect(err).toMatch(/progress: \d+ % of about 24 queries/);
  });
});
