import { describe, expect, test } from 'vitest';
import { FINDING_RULES, scenarioFindings } from '../../src/findings/catalogue.js';
import { githubAnnotations } from '../../src/report/findings/github-annotations.js';
import { type PlacedFinding, placedFindings } from '../../src/report/findings/placed-finding.js';
import { sarifLog } from '../../src/report/findings/sarif.js';
import { readScenarioDocument } from '../../src/scenario/document/scenario-document.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { FINDING_IDS } from '../../src/scenario/sections/settings.js';

const TEXT = `name: x
duration: 1d
plan: launch
computes:
  - name: primary
    autoscaling_limit_min_cu: 0.25
    autoscaling_limit_max_cu: 2
load:
  - name: "web: 100%, all"
    compute: primary
    rate: 1/h
    query: { cpu: 1ms }
    connection:
      kind: pool
      size: 3
      stale: handed_out
      idle_timeout: 10m
  - name: poll
    compute: primary
    process: { regular: { every: 1m } }
    query: { cpu: 1ms }
`;

async function placed(
  file = 'my app/a.yaml',
  set: readonly string[] = [],
): Promise<readonly PlacedFinding[]> {
  const scenario = await parseScenario(TEXT, { set });
  return placedFindings(file, readScenarioDocument(TEXT, file, set), scenarioFindings(scenario));
}

describe('findings have places', () => {
  test('a finding has the line that it refers to', async () => {
    const places = (await placed()).map(({ id, line, column, path }) => [id, line, column, path]);
    expect(places).toEqual([
      ['poll_under_timeout', 20, 14, 'load.poll.process'],
      ['pool_outlives_suspend', 17, 21, 'load.web: 100%, all.connection.idle_timeout'],
    ]);
  });

  test('a finding has no line if an option sets the value', async () => {
    const [poll] = await placed('a.yaml', ['load.poll.process={ regular: { every: 2m } }']);
    expect(poll).toMatchObject({ id: 'poll_under_timeout', line: undefined });
  });
});

describe('GitHub annotations', () => {
  test('GitHub annotations escape characters that would end them', async () => {
    const lines = githubAnnotations(await placed('a,b:c.yaml'))
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).toMatch(
        /^::warning file=a%2Cb%3Ac\.yaml,line=\d+,col=\d+,title=[^:,]+::[^\r\n]+ \(\w+\)$/,
      );
    }
    expect(lines[1]).toContain('web: 100%25, all');
  });
});

/** Requirements of the published SARIF 2.1.0 schema for the objects used here. */
describe('the SARIF log', () => {
  test('the SARIF log has the required properties, with the allowed types and formats', async () => {
    const log = JSON.parse(JSON.stringify(sarifLog(await placed(), '1.2.3-rc.1')));
    expect(Object.keys(log).sort()).toEqual(['$schema', 'runs', 'version']);
    expect(log.version).toBe('2.1.0');
    expect(new URL(log.$schema).protocol).toBe('https:');
    const [run] = log.runs;
    const { driver } = run.tool;
    expect(driver.name).toBe('neap');
    expect(driver.semanticVersion).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    expect(['utf16CodeUnits', 'unicodeCodePoints']).toContain(run.columnKind);
    expect(driver.rules.map(({ id }: { id: string }) => id)).toEqual([...FINDING_IDS]);
    for (const rule of driver.rules) {
      for (const key of ['shortDescription', 'fullDescription', 'help']) {
        expect(rule[key].text).toMatch(/\S.*\.$/s);
      }
      expect(['none', 'note', 'warning', 'error']).toContain(rule.defaultConfiguration.level);
    }
    expect(run.results).toHaveLength(2);
    for (const result of run.results) {
      expect(driver.rules[result.ruleIndex].id).toBe(result.ruleId);
      expect(['none', 'note', 'warning', 'error']).toContain(result.level);
      expect(result.message.text).not.toBe('');
      const [{ physicalLocation, logicalLocations }] = result.locations;
      expect(physicalLocation.artifactLocation.uri).toBe('my%20app/a.yaml');
      expect(Number.isInteger(physicalLocation.region.startLine)).toBe(true);
      expect(physicalLocation.region.startLine).toBeGreaterThanOrEqual(1);
      expect(physicalLocation.region.startColumn).toBeGreaterThanOrEqual(1);
      expect(logicalLocations[0].fullyQualifiedName).not.toBe('');
    }
  });

  test('the SARIF log omits the location if an option is at fault, and gives absolute paths a scheme', async () => {
    const findings = await placed('/srv/a b.yaml', ['load.poll.process={ regular: { every: 2m } }']);
    const [result] = sarifLog(findings, '1.0.0').runs[0]!.results;
    const { artifactLocation, region } = result!.locations[0]!.physicalLocation as {
      artifactLocation: { uri: string };
      region?: unknown;
    };
    expect(artifactLocation.uri).toBe('file:///srv/a%20b.yaml');
    expect(region).toBeUndefined();
  });

  test('the SARIF log shows names that look like a link or a placeholder unchanged', async () => {
    const [poll] = await placed();
    const named = { ...poll!, message: '[job](https://x.example) {0} [1] asks' };
    expect(sarifLog([named], '1.0.0').runs[0]!.results[0]!.message.text).toBe(
      '\\[job](https://x.example) {{0}} [1] asks.',
    );
  });

  test('the SARIF log describes every rule in complete sentences', () => {
    for (const id of FINDING_IDS) expect(FINDING_RULES[id].help).toMatch(/^[A-Z].+\.$/s);
  });
});
