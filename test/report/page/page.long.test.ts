import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { compareReport } from '../../../src/report/answers/compare/compare.js';
import { cumulativeShares, distributionParts } from '../../../src/report/answers/run/latency-plot.js';
import { sweepReport } from '../../../src/report/answers/sweep.js';
import { reportPage } from '../../../src/report/forms/page.js';
import { sectionsOf } from '../../../src/report/forms/sections.js';
import { html } from '../../../src/report/page/markup/markup.js';
import { sectionMarkup } from '../../../src/report/page/markup/section.js';
import { compare } from '../../../src/study/compare/comparison.js';
import { sweep } from '../../../src/study/compare/sweep.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { histogramOf } from '../example-run.js';
import { EVENTFUL, type MadePage, pageOfRun } from './made-page.js';

const folder = temporaryFolder();

describe('page markup', () => {
  it('page markup escapes interpolated values exactly once', () => {
    const inner = html`<b title="${'"<&>\''}">${'<script>'}</b>`;
    expect(html`<p>${inner}${null}${[1, 'a&b']}</p>`.html).toBe(
      '<p><b title="&quot;&lt;&amp;&gt;&#39;">&lt;script&gt;</b>1a&amp;b</p>',
    );
  });
});

describe('the chart of a distribution', () => {
  it('the chart of a distribution rises to 1 at the largest value, however many values there are', () => {
    const values = Array.from({ length: 2000 }, (_, index) => 1e-4 * (index + 1) * (1 + (index % 7)));
    const shares = cumulativeShares(histogramOf(0, ...values));
    expect(shares.length).toBeLessThan(250);
    expect(shares.at(-1)).toEqual([Math.max(...values), 1]);
    for (const [seconds, share] of shares) {
      // A bucket of the histogram is half a per cent wide.
      const below = (limit: number) => (1 + values.filter((value) => value <= limit).length) / 2001;
      expect(share).toBeGreaterThanOrEqual(below(seconds * 0.99));
      expect(share).toBeLessThanOrEqual(below(seconds * 1.01));
    }
  });

  it('a distribution of few values is a sentence instead of a chart', () => {
    const durations = histogramOf(1);
    const parts = distributionParts([{ title: 'Wakes', nouns: ['wake', 'wakes'], durations }]);
    const page = sectionsOf(parts)
      .map((section) => sectionMarkup(section).html)
      .join('');
    expect(page).toMatch(/Wakes: 1 wake, 1\u00a0s; too few for a distribution\./);
    expect(page).not.toContain('<svg');
  });
});

describe('the page of a run', () => {
  let made: MadePage;
  beforeAll(async () => {
    made = await pageOfRun(folder, EVENTFUL);
  });

  it('the page of a run allows its scripts and styles by their hashes, and no request', () => {
    const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(made.html)!;
    const parts = policy!.replaceAll('&#39;', "'");
    expect(parts).toContain("default-src 'none'");
    for (const [, element, text] of made.html.matchAll(/<(script|style)>([\s\S]*?)<\/\1>/g)) {
      const hash = createHash('sha256').update(text!).digest('base64');
      expect(parts, element).toContain(`'sha256-${hash}'`);
    }
    expect(made.html).not.toMatch(/ (src|style|on\w+)="/);
  });

  it('the page of a run has the same bytes when it is generated again', async () => {
    expect((await pageOfRun(folder, EVENTFUL)).html).toBe(made.html);
  });

  it('the page of a run names every assumption with its source, the scenario and the command', () => {
    for (const { name, source } of made.summary.assumptions) {
      expect(made.html).toContain(html`<code>${name}</code>`.html);
      expect(made.html.replaceAll(/<\/?a\b[^>]*>/g, '')).toContain(html`${source}`.html);
    }
    expect(made.html).toContain('spikes: [{ at: 12h, for: 1m, rate: 300/s }]');
    expect(made.html).toContain(`neap run ${folder}/app.yaml --html ${made.path}`);
  });
});

describe('the page of an overloaded run', () => {
  it('the page of an overloaded run reports the overload, and qualifies its availability', async () => {
    const text = `
name: crowded
duration: 1h
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1, suspend_timeout_seconds: -1 }]
load:
  - name: web
    compute: primary
    rate: { steps: [{ at: 0s, rate: 20/s }, { at: 10m, rate: 0/s }] }
    query: { cpu: 0.1s }
    connection: { kind: pool, size: 5 }
`;
    const crowded = await pageOfRun(folder, text, 'crowded.yaml');
    const { overload } = crowded.summary.total;
    // Ten minutes of arrivals at twice the capacity, and ten more to catch up.
    expect(overload.seconds).toBeGreaterThan(1100);
    expect(overload.longest_backlog_seconds).toBeGreaterThan(570);
    expect(crowded.html).toContain('<p class="note warning"><strong>Overloaded</strong>');
    expect(crowded.html.replaceAll('\u00a0', ' ')).toMatch(
      /verloaded for [\d.]+ min of 60 min, .*; 1 % of answers took over/,
    );
    expect(crowded.html).toMatch(/Own pools<\/strong>[\s\S]* waited for a place/);
  });
});

describe('the pages for several settings', () => {
  const source = (set: readonly string[] = []) => ({
    text: EVENTFUL.replace(/events:[\s\S]*(?=slo:)/, ''),
    file: 'app.yaml',
    directory: '.',
    set: ['duration=4h', ...set],
    seed: undefined,
  });

  it('the page of a sweep shows its figures, the Pareto front and the settings that are not allowed', async () => {
    const axes = [
      { path: 'primary.max', values: ['0.25', '1', '2'] },
      { path: 'primary.min', values: ['0.25', '1'] },
    ];
    const swept = await sweep(source(), { axes, replications: 2, confidence: 0.95 });
    const variant = await compileVariant(source());
    const page = reportPage(sweepReport(swept, variant), { variant, command: 'neap sweep app.yaml' });
    // Settings with the same figures are one point.
    expect(page).toContain('data-points="3"');
    expect(page).toContain('the minimum of 1 CU is above the maximum of 0.25 CU');
  });

  it('the page of a comparison shows its figures and its differences', async () => {
    const variants = [
      await compileVariant(source(), 'as it is'),
      await compileVariant(source(['computes.primary.autoscaling_limit_max_cu=1']), '<b>smaller</b>'),
    ];
    const plan = { replications: 2, confidence: 0.95, figures: ['cost_usd', 'latency_p99'] as const };
    const comparison = await compare(variants, plan);
    const page = reportPage(compareReport(comparison, { variants }), {
      variant: variants[0]!,
      command: 'neap compare app.yaml',
    });
    expect(page).toContain('&lt;b&gt;smaller&lt;/b&gt; against as it is');
    expect(page).not.toContain('<b>smaller');
  });
});
