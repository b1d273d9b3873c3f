import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'yaml';
import { ABSENT, NOT_SERVED } from '../../src/api/not-served.js';
import { FIGURE_UNITS } from '../../src/figures/run-figures.js';
import { FINDING_RULES } from '../../src/findings/catalogue.js';
import { SOURCE_NAME_LIST, SOURCE_NAMES } from '../../src/ingest/recording/source-names.js';
import { policyList } from '../../src/report/answers/policy-list.js';
import type { ConstantDefault } from '../../src/scenario/model/assumption.js';
import { CONSTANTS } from '../../src/scenario/model/model-constants.js';
import { openApiDocument } from '../../src/server/openapi-document.js';
import { INVARIANTS } from '../../src/testing/index.js';
import { POOL_PRESETS, type PoolPreset } from '../../src/workload/pool-preset.js';
import { denseTable, markdownTable } from './markdown.js';
import { ROOT } from './project-folder.js';
import { inline } from './scenario-keys.js';

/** The source and confidence of each default of the model; constants with the same source share a row. */
export function assumptionTable(): string {
  const rows = new Map<string, { readonly constants: string[]; readonly from: ConstantDefault }>();
  const add = (name: string, from: ConstantDefault) => {
    const key = `${from.source} ${from.confidence}`;
    const row = rows.get(key) ?? { constants: [], from };
    row.constants.push(name);
    rows.set(key, row);
  };
  for (const [key, entry] of CONSTANTS) {
    const { platform } = entry;
    add(`\`${key}\``, entry);
    if (platform !== undefined)
      add(`\`${key}\` with \`rules: platform\`: \`${inline(platform.default)}\``, platform);
  }
  return markdownTable(
    ['default of', 'source', 'confidence'],
    [...rows.values()].map(({ constants, from }) => [constants.join(', '), from.source, from.confidence]),
  );
}

/** The settings of each pool preset, with the source of each value unless its name in the library identifies it. */
export function presetTable(): string {
  const presets: readonly (readonly [string, PoolPreset])[] = Object.entries(POOL_PRESETS);
  const settings = [...new Set(presets.flatMap(([, values]) => Object.keys(values)))] as (keyof PoolPreset)[];
  const rows = presets.map(([preset, values]) => [
    `\`${preset}\``,
    ...settings.map((setting) => String(values[setting]?.value ?? 'none')),
  ]);
  const pages = presets.map(([, values]) => values.size.page);
  const sources = presets.map(([preset, values], index) => {
    const { page } = values.size;
    const like = presets[pages.indexOf(page)]!;
    const changed = settings.filter((setting) => like[1] === values || like[1][setting] !== values[setting]);
    const documented = presetSources(values, changed);
    const beginning = pages.indexOf(page) === index ? `, by ${page}: ` : ` is \`${like[0]}\` except `;
    return `- \`${preset}\`${beginning}${documented}`;
  });
  return [
    markdownTable(['preset', ...settings.map((setting) => `\`${setting}\``)], rows),
    sources.join('\n'),
  ].join('\n\n');
}

/** The source of each setting of a preset; settings with the same source are listed together. */
function presetSources(values: PoolPreset, settings: readonly (keyof PoolPreset)[]): string {
  const settingsBySource = new Map<string, string[]>();
  for (const setting of settings) {
    const { source } = values[setting] ?? {};
    if (source === undefined) continue;
    const { page } = values.size;
    const place = source.replace(` of ${page}`, '').replace(`${page}: `, '').replace(/,$/, '');
    const names = settingsBySource.get(place) ?? [];
    names.push(setting.replace('_seconds', ''));
    settingsBySource.set(place, names);
  }
  return [...settingsBySource].map(([place, names]) => `${names.join(', ')}: ${place}`).join('; ');
}

/** The policies of one side, with sources and parameters; a parameter of an earlier policy is only named. */
export function policyReference(side: 'size' | 'suspend'): string {
  const described = new Map<string, string>();
  return policyList()
    [side].map((policy) => {
      const notes = [
        ...(policy.default ? ['The default.'] : []),
        ...(policy.foresight ? ['It knows the future of the run: a yardstick, not deployable.'] : []),
      ];
      const known = (parameter: object) => described.get(JSON.stringify(parameter));
      const added = policy.parameters.filter((parameter) => known(parameter) === undefined);
      const repeated = policy.parameters.flatMap((parameter) => {
        const earlier = known(parameter);
        return earlier === undefined ? [] : [`\`${parameter.name}\` is that of \`${earlier}\`.`];
      });
      for (const parameter of added) described.set(JSON.stringify(parameter), policy.name);
      const usual = commonest(added.map(sourceOf));
      const rows = added.map((parameter) => [
        `\`${parameter.name}\``,
        `\`${parameter.default_text}\``,
        parameter.description,
        sourceOf(parameter) === usual ? '' : sourceOf(parameter),
      ]);
      return [
        `### ${side === 'size' ? 'Size' : 'Suspend'} policy \`${policy.name}\``,
        [policy.description, ...notes].join(' '),
        `Source: ${policy.source}.${usual === undefined ? '' : ` Defaults: ${usual}.`}`,
        ...repeated,
        ...(rows.length === 0 ? [] : [denseTable(['parameter', 'default', 'meaning', 'other source'], rows)]),
      ].join('\n\n');
    })
    .join('\n\n');
}

/** The most frequent text of a list. */
function commonest(texts: readonly string[]): string | undefined {
  const count = (text: string) => texts.filter((other) => other === text).length;
  return texts.toSorted((first, second) => count(second) - count(first))[0];
}

function sourceOf({ source, confidence }: { readonly source: string; readonly confidence: string }): string {
  return `${source} (${confidence})`;
}

/** Abbreviations of long path prefixes in the tables of calls. */
const ABBREVIATIONS = [
  ['BRANCH', '/projects/{project_id}/branches/{branch_id}'],
  ['PROJECT', '/projects/{project_id}'],
  ['ORGANIZATION', '/organizations/{org_id}'],
] as const;

function abbreviated(path: string): string {
  const [name, long] = ABBREVIATIONS.find(([, beginning]) => path.startsWith(beginning)) ?? ['', ''];
  return `${name}${path.slice(long.length)}`;
}

/** The calls below a path that the emulator serves, by path. */
export function routeTable(below: string): string {
  const { paths } = openApiDocument() as {
    paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  const rows = Object.entries(paths)
    .filter(([path]) => path.startsWith(below))
    .map(([path, methods]) => [
      `\`${abbreviated(path.slice(below.length))}\``,
      Object.entries(methods)
        .map(([method, { summary }]) => `\`${method.toUpperCase()}\`${remainingSummary(summary)}`)
        .join('. '),
    ]);
  return markdownTable(['path', 'calls'], rows);
}

/** The part of a summary beyond method and path; empty if it is only "get a branch" or the like. */
function remainingSummary(summary: string): string {
  const isPlain = /^(Get|List|Create|Change|Delete) (a|an|the) [a-z' ]+$/.test(summary);
  return isPlain ? '' : ` ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`;
}

/** The vendor's calls that the emulator does not serve, by service. */
export function unservedTable(): string {
  const methods = new Map<string, Set<string>>();
  for (const at of Object.values(NOT_SERVED)) {
    const [method = '', path = ''] = at.split(' ');
    const [, beginning = '', rest] = /^([A-Z]*\/[^/]+(?:\/auth)?)(\/.*)?$/.exec(abbreviated(path)) ?? [];
    const key = rest === undefined ? beginning : `${beginning}/…`;
    methods.set(key, (methods.get(key) ?? new Set()).add(method));
  }
  const absent = Object.values(ABSENT).map(({ at, what }) => {
    const [method = '', path = ''] = at.split(' ');
    return [`\`${abbreviated(path)}\``, method, `404: no branch has one (${what})`];
  });
  const unserved = [...methods].map(([path, of]) => `\`${path}\` (${[...of].sort().join(', ')})`);
  return [
    markdownTable(['path', 'methods', 'answer'], absent),
    `These are answered by 501: ${unserved.join('; ')}.`,
  ].join('\n\n');
}

interface Operation {
  readonly summary: string;
}

/** The figures for comparisons, precisions and constraints, by unit. */
export function figureTable(): string {
  const units = new Map<string, string[]>();
  for (const [name, unit] of Object.entries(FIGURE_UNITS)) {
    units.set(unit, [...(units.get(unit) ?? []), `\`${name}\``]);
  }
  return markdownTable(
    ['unit', 'figures'],
    [...units].map(([unit, names]) => [unit.replaceAll('_', '-'), names.join(', ')]),
  );
}

/** Every finding: its meaning, and whether it needs a run. */
export function findingSections(): string {
  return Object.entries(FINDING_RULES)
    .map(([id, { title, help, ofScenario, ofRun, always }]) => {
      const detected = [
        ...(ofScenario === undefined ? [] : ['the scenario file']),
        ...(ofRun === undefined ? [] : ['a run']),
      ].join(' or ');
      const unasked = always === true ? ', also without `--advise`' : '';
      return `## \`${id}\`\n\n**${title}.**\n\n${help} Detected from ${detected}${unasked}.`;
    })
    .join('\n\n');
}

/** The inputs and outputs of `action.yml`. */
export function actionTable(): string {
  const { inputs, outputs } = parse(readFileSync(`${ROOT}action.yml`, 'utf8')) as ActionFile;
  const rows = Object.entries(inputs).map(([name, { description, required, default: value = '' }]) => [
    `\`${name}\``,
    description,
    required === true ? 'required' : value === '' ? '' : `\`${value}\``,
  ]);
  const results = Object.entries(outputs).map(([name, { description }]) => [`\`${name}\``, description]);
  return [
    markdownTable(['input', 'meaning', 'default'], rows),
    markdownTable(['output', 'meaning'], results),
  ].join('\n\n');
}

interface ActionFile {
  readonly inputs: Readonly<Record<string, ActionInput>>;
  readonly outputs: Readonly<Record<string, ActionInput>>;
}

interface ActionInput {
  readonly description: string;
  readonly required?: boolean;
  readonly default?: string;
}

/** The folders of `src/` with their READMEs, in the order of their imports. */
export function layerTable(): string {
  const rules = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
    readonly forbidden: readonly { readonly name: string }[];
  };
  const rows = rules.forbidden.flatMap(({ name }) => {
    const layer = /^(.+)-imports-upward-only$/.exec(name)?.[1];
    if (layer === undefined) return [];
    const readme = readFileSync(`${ROOT}src/${layer}/README.md`, 'utf8');
    const [, knows, unknown] = /\n\n(.*)\nDoes not know: (.*)\.\n$/.exec(readme) ?? [];
    if (knows === undefined || unknown === undefined)
      throw new Error(`src/${layer}/README.md: not of three lines`);
    return [[`\`${layer}/\``, knows, unknown]];
  });
  return markdownTable(['folder', 'what it knows', 'what it does not know'], rows);
}

/** The invariants of every run, by number. */
export function invariantTable(): string {
  const rows = INVARIANTS.map(({ id, name }) => [Number(id.slice(4)), name] as const);
  return markdownTable(
    ['invariant', 'of every run'],
    rows.toSorted(([a], [b]) => a - b).map(([number, name]) => [`INV-${number}`, name]),
  );
}

/** The files of each source, in the words of `neap import`. */
export function importTable(): string {
  const rows = SOURCE_NAME_LIST.map((name) => [`\`${name}\``, SOURCE_NAMES[name].summary]);
  return markdownTable(['source', 'files'], rows);
}
