import { QUANTITY_PATTERNS } from '../../src/scenario/form/quantity.js';

/** The part of JSON Schema that the reference uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
}

/** Shapes that are used in several places, with their names in the reference and the place that documents them. */
const NAMED: Readonly<Record<string, string>> = {
  DurationDistribution: 'duration or distribution',
  DurationDistributionOrNever: 'duration, `never` or distribution',
  CountDistribution: 'number or distribution',
  SizeDistribution: 'size or distribution',
  RateShape: '[rate](#rates)',
  Factor: 'number or [rate shape](#rates) of plain numbers',
  Process: '[process](#processes)',
  Route: '[route](#routes)',
  Policy: '[policy](policies.md)',
  SizePolicy: '[size policy](policies.md#size-policies)',
  SuspendPolicy: '[suspend policy](policies.md#suspend-policies)',
  TenantClass: '[tenant class](#fleets)',
  Event: '[event](#events)',
  Fault: '[fault](#faults)',
};

/** Long lists of words that another page documents, by their first word. */
const CATALOGUES: ReadonlyMap<unknown, string> = new Map([
  ['poll_under_timeout', '[finding](findings.md)'],
  ['node-postgres', '[preset](assumptions.md#pool-presets)'],
]);

const PATTERNS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(QUANTITY_PATTERNS).map(([name, pattern]) => [pattern, name] as const),
  ['^\\s*-?[0-9.]+\\s*%\\s*$', 'share'],
  ['^\\d{4}-\\d{2}-\\d{2}$', 'day'],
  ['^\\$|USD$', 'amount such as `$5`'],
]);

/** The type of a value in words, with its unit if any. */
export function typeText(schema: JsonSchema): string {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined && NAMED[name] !== undefined) return NAMED[name];
  if (schema.allOf !== undefined) return schema.allOf.map(typeText).find((text) => text !== '') ?? '';
  if (schema.anyOf !== undefined) return joined(schema.anyOf);
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (schema.enum !== undefined && CATALOGUES.has(schema.enum[0])) return CATALOGUES.get(schema.enum[0])!;
  if (schema.enum !== undefined) return schema.enum.map((word) => `\`${String(word)}\``).join(', ');
  if (schema.pattern !== undefined) return PATTERNS.get(schema.pattern) ?? 'path of a module';
  switch (schema.type) {
    case 'array':
      return `list of ${plural(schema.items ?? {})}`;
    case 'object':
      return 'mapping';
    case 'boolean':
      return '`true`, `false`';
    case 'integer':
      return `integer${bounds(schema)}`;
    case 'number':
      return `number${bounds(schema)}`;
    default:
      return schema.type === 'string' ? 'text' : '';
  }
}

/** The forms of a value. A quantity's plain 0, and a number in addition to its written form, are documented once. */
function joined(forms: readonly JsonSchema[]): string {
  const texts = forms
    .filter((form, _index, all) => !(all.length > 1 && form.const === 0))
    .map((form) => (form.enum?.[0] === 0 ? { ...form, enum: form.enum.slice(1) } : form))
    .map(typeText);
  const quantity = texts.find((text) => ['duration', 'rate', 'size', 'share'].includes(text));
  const kept = texts.filter((text) => text !== '' && !(quantity !== undefined && text.startsWith('number')));
  return [...new Set(kept)].join(' or ');
}

const PLURALS: Readonly<Record<string, string>> = { text: 'names', mapping: 'mappings', '': 'factors' };

function plural(item: JsonSchema): string {
  const text = typeText(item).replace(/ ≥ 0$/, '');
  return PLURALS[text] ?? (text.startsWith('[') ? text.replace(']', 's]') : `${text}s`);
}

function bounds({ minimum, exclusiveMinimum, maximum }: JsonSchema): string {
  if (exclusiveMinimum === 0 && maximum === undefined) return ' > 0';
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  return minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? '' : ` ≥ ${minimum}`;
}
