import { scenarioJsonSchema } from '../../src/index.js';
import { COMMANDS } from './command-line.js';
import { denseTable, markdownTable } from './markdown.js';
import { type JsonSchema, typeText } from './type-text.js';

/** One key of a scenario file, for the reference. */
export interface ScenarioKey {
  /** Path within the section, such as `steps[].at`; `[]` is an entry of a list, `<name>` any key. */
  readonly path: string;
  readonly type: string;
  /** In the form of a scenario; `required`, or empty if an omitted key has no effect. */
  readonly default: string;
  readonly meaning: string;
}

interface FoundKey extends ScenarioKey {
  readonly section: string;
}

/**
 * The parts with a separate table: a place in the file, or a shape that is used in several places, by its name in the
 * JSON Schema. A key belongs to the section with its longest prefix.
 */
export const KEY_SECTIONS = [
  ...['', 'computes[]', 'computes', 'load[]', 'load[].query', 'load[].connection', 'load[].retry'],
  ...['slo', 'model', 'DurationDistribution', 'RateShape', 'Process', 'Route', 'Policy', 'TenantClass'],
  ...['Event', 'Fault', 'api_faults[]'],
] as const;

const WHOLE = scenarioJsonSchema();
const SCHEMA = withoutIntervals(WHOLE) as JsonSchema;
const DEFINITIONS = SCHEMA.definitions ?? {};

/** The keys of every section. */
export function scenarioKeys(): ReadonlyMap<string, readonly ScenarioKey[]> {
  const shapes = KEY_SECTIONS.filter((section) => Object.hasOwn(DEFINITIONS, section));
  const found = [
    ...keysOf(SCHEMA, ''),
    ...shapes.flatMap((shape) => keysOf(DEFINITIONS[shape]!, `${shape}.`)),
  ];
  return new Map(
    KEY_SECTIONS.map((section) => [section, distinct(found.filter((key) => key.section === section))]),
  );
}

/** The names of all keys anywhere, including those of policies. */
export function everyKeyName(): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    const { properties } = value as JsonSchema;
    for (const name of Object.keys(properties ?? {})) names.add(name);
    for (const each of Object.values(value)) visit(each);
  };
  visit(WHOLE);
  return names;
}

/** The table of a section's keys. */
export function keysTable(section: string): string {
  const keys = scenarioKeys().get(section);
  if (keys === undefined || keys.length === 0) throw new Error(`the schema has no section "${section}"`);
  if (section === 'DurationDistribution') return familyTable(keys);
  return denseTable(
    ['key', 'type', 'default', 'meaning'],
    withoutStatistics(withoutImportOptions(keys.filter((key) => !isOfCompute(section, key)))).map((key) => [
      `\`${key.path}\``,
      key.type,
      key.default,
      key.meaning,
    ]),
  );
}

/** Merges the objectives on quantiles of one distribution into one row. */
function withoutStatistics(keys: readonly ScenarioKey[]): readonly ScenarioKey[] {
  const quantile = /^(\w+)_(p\d+)$/;
  const first = keys.find(({ path }) => quantile.test(path));
  if (first === undefined) return keys;
  const [, stem] = quantile.exec(first.path)!;
  const names = keys.flatMap(({ path }) => quantile.exec(path)?.[2] ?? []);
  const merged = {
    ...first,
    path: `${stem!}_{${names.join(',')}}`,
    meaning: 'Median or percentile of latency at most, as a duration.',
  };
  return keys.flatMap((key) => (key === first ? [merged] : quantile.test(key.path) ? [] : [key]));
}

/** Merges the keys of a trace that are options of `neap import`, which documents them, into one row. */
function withoutImportOptions(keys: readonly ScenarioKey[]): readonly ScenarioKey[] {
  const options = new Set(
    COMMANDS.find((command) => command.name() === 'import')!.options.map(({ long }) => long),
  );
  const isOption = ({ path }: ScenarioKey) =>
    path.startsWith('trace.') && options.has(`--${path.slice('trace.'.length).replaceAll('_', '-')}`);
  const names = keys.filter(isOption).map(({ path }) => path.slice('trace.'.length));
  if (names.length === 0) return keys;
  const meaning =
    'As the [options of neap import](command-line.md#neap-import) of these names. `kind` is required; the others are detected by default, `scale` is 1, and `gaps` is keep.';
  const first = keys.findIndex(isOption);
  return keys.flatMap((key, index) => {
    if (index === first) return [{ path: `trace.{${names.join(', ')}}`, type: '', default: '', meaning }];
    return isOption(key) ? [] : [key];
  });
}

/** The families of distributions, each with the forms of its parameters. */
function familyTable(keys: readonly ScenarioKey[]): string {
  const rows = keys
    .filter(({ path }) => /^\w+$/.test(path))
    .map(({ path, meaning }) => {
      const parts = keys.filter((key) => new RegExp(`^${path}(\\[\\])?\\.\\w+$`).test(key.path));
      const names = parts.map((key) => key.path.slice(key.path.lastIndexOf('.') + 1)).join(', ');
      const form = /^Expected: (.*)\.$/.exec(meaning)?.[1] ?? `{ ${names} }`;
      const forms = form.replaceAll(/\{ .*? \}(?=$|,? or )/g, (mapping) => `\`${mapping}\``);
      return [`\`${path}\``, parts[0]?.path.includes('[]') ? `a list of ${forms}` : forms];
    });
  return markdownTable(['distribution', 'parameters'], rows);
}

/** Whether a key of a fleet's template or class has the same meaning as in a compute, which documents it. */
function isOfCompute(section: string, { path, meaning }: ScenarioKey): boolean {
  if (!(section === 'computes' && path.startsWith('template.')) && section !== 'TenantClass') return false;
  const own = path.replace('template.', '');
  return (scenarioKeys().get('computes[]') ?? []).some((key) => key.path === own && key.meaning === meaning);
}

/** Removes the interval form that any estimate may have, which is documented once. */
function withoutIntervals(schema: unknown): unknown {
  if (schema === null || typeof schema !== 'object') return schema;
  if (Array.isArray(schema)) return schema.map(withoutIntervals);
  const { anyOf, ...rest } = schema as Record<string, unknown>;
  const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withoutIntervals(value)]));
  if (!Array.isArray(anyOf)) return own;
  const forms = anyOf.filter(({ $ref }) => $ref !== '#/definitions/Interval').map(withoutIntervals);
  return forms.length === 1 ? { ...(forms[0] as object), ...own } : { anyOf: forms, ...own };
}

/** The keys of a mapping, a list of them, or a choice of forms, each followed by the keys within it. */
function keysOf(schema: JsonSchema, prefix: string): readonly FoundKey[] {
  const inner = inlined(schema);
  if (inner.items !== undefined) return keysOf(inner.items, `${prefix.replace(/\.$/, '')}[].`);
  if (inner.anyOf !== undefined) return formsOf(inner.anyOf, prefix);
  const entries = Object.entries(inner.properties ?? {});
  const any = inner.additionalProperties;
  if (typeof any === 'object') entries.push(['<name>', any]);
  return mergeEqualKeys(entries).flatMap(([name, value]) => [
    found(`${prefix}${name}`, value, inner.required?.includes(name) === true),
    ...keysOf(value, `${prefix}${name}.`),
  ]);
}

/** Merges the keys of a mapping that all have the same meaning. */
function mergeEqualKeys(entries: readonly (readonly [string, JsonSchema])[]): typeof entries {
  const schemas = new Set(entries.map(([, schema]) => JSON.stringify(schema)));
  return entries.length > 1 && schemas.size === 1 && entries[0]![1].description !== undefined
    ? [['<name>', entries[0]![1]]]
    : entries;
}

/** The keys of several forms. If a word distinguishes the forms, keys of only some of them name these forms. */
function formsOf(forms: readonly JsonSchema[], prefix: string): readonly FoundKey[] {
  const mappings = forms.map(inlined).filter(({ properties }) => properties !== undefined);
  const kinds = mappings.map(({ properties }) => properties!['kind']?.const);
  const told = mappings.length > 1 && kinds.every((kind) => kind !== undefined);
  const keys = forms.flatMap((form) => {
    const kind = told ? inlined(form).properties?.['kind']?.const : undefined;
    return keysOf(form, prefix).map((key) => {
      const place = key.section === '' ? key.path : `${key.section}.${key.path}`;
      const within = place.slice(prefix.length);
      const name = within.split(/[.[]/)[0]!;
      const shared = mappings.every(({ properties }) => properties![name] !== undefined);
      const meaning = kind === undefined || shared ? key.meaning : `\`${kind}\`: ${key.meaning}`;
      // A key that selects the form is required in it, and absent from the others.
      const chooses =
        mappings.length > 1 && !shared && key.default === 'required' && kind === undefined && within === name;
      return { ...key, meaning, default: chooses ? '' : key.default };
    });
  });
  if (!told) return keys;
  const types = kinds.map((kind) => `\`${kind}\``).join(', ');
  return keys.map((key) => (key.path === 'kind' ? { ...key, type: types } : key));
}

function found(place: string, schema: JsonSchema, required: boolean): FoundKey {
  const section = KEY_SECTIONS.filter((each) => each === '' || place.startsWith(`${each}.`)).reduce(
    (longest, each) => (each.length > longest.length ? each : longest),
  );
  const fallback = schema.default;
  const written = fallback === undefined ? '' : `\`${inline(fallback)}\``;
  return {
    section,
    path: section === '' ? place : place.slice(section.length + 1),
    type: typeText(schema),
    default: written === '' && required ? 'required' : written,
    meaning: described(schema),
  };
}

/** The meaning of a key: its description, otherwise that of its shape. For a distribution, the type suffices. */
function described(schema: JsonSchema): string {
  const own =
    schema.description ?? schema.allOf?.find(({ description }) => description !== undefined)?.description;
  // The source of a constant's default is documented in docs/assumptions.md.
  if (own !== undefined) return own.replace(/ Default from: .*$/s, '');
  const name = refName(schema) ?? '';
  return name.includes('Distribution') ? '' : (DEFINITIONS[name]?.description ?? '');
}

/** A schema without the wrapper of a reference; shapes with a separate section are not expanded. */
function inlined(schema: JsonSchema): JsonSchema {
  const name = refName(schema);
  if (name === undefined) return schema;
  return name.startsWith('__') || name === 'RouteTargets' ? inlined(DEFINITIONS[name]!) : {};
}

function refName({ $ref, allOf }: JsonSchema): string | undefined {
  if ($ref !== undefined) return $ref.split('/').at(-1);
  return (
    allOf?.map(refName).find((name) => name !== undefined && !name.startsWith('__')) ?? allOf?.map(refName)[0]
  );
}

/** Merges keys that several forms share; if their types differ, lists both. */
function distinct(keys: readonly FoundKey[]): readonly ScenarioKey[] {
  const byPath = new Map<string, FoundKey>();
  for (const key of keys) {
    const known = byPath.get(key.path);
    if (known === undefined) {
      byPath.set(key.path, key);
      continue;
    }
    // The meaning lists the forms that have the key.
    const [, kind, words] = /^(`\w+`): (.*)$/.exec(key.meaning) ?? [];
    if (words !== undefined && !known.meaning.includes(words)) {
      byPath.set(key.path, { ...known, meaning: `${known.meaning} ${key.meaning}` });
    } else if (words !== undefined && known.type === key.type) {
      byPath.set(key.path, {
        ...known,
        meaning: known.meaning.replace(`: ${words}`, `, ${kind!}: ${words}`),
      });
    } else if (!known.type.split(' or ').includes(key.type)) {
      byPath.set(key.path, {
        ...known,
        type: known.type.includes(key.type) ? known.type : `${known.type} or ${key.type}`,
      });
    }
  }
  return [...byPath.values()];
}

/** A value in the form of a scenario, on one line. */
export function inline(value: unknown): string {
  if (value === null || typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  const entries = Object.entries(value).map(([key, each]) => `${key}: ${inline(each)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
