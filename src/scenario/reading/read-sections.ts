import type { z } from 'zod';
import { isForbidden, issueDiagnostics } from '../document/issues.js';
import type { DocumentPath, ScenarioDocument } from '../document/scenario-document.js';
import { valueAt, withValueAt } from '../document/value-at.js';
import { ANYTHING } from '../form/annotated.js';
import type { QuantityInterval, ScenarioInterval } from '../form/interval.js';
import { issueParams, placesInside, section } from '../form/section.js';
import { isMapping, shown } from '../form/shown.js';
import { type ComputeItem, compute, TEMPLATE } from '../sections/computes.js';
import { type fleet, fleetShape } from '../sections/fleet/fleet.js';
import type { Item } from '../sections/list-section.js';
import { LISTS, SCENARIO_KEYS, scenarioShape } from './scenario-schema.js';

type Issue = z.core.$ZodIssue;

/**
 * Reads a document with the schema, part by part: a mistake in one part does not prevent checks of the others. The
 * schema determines which figures may be intervals, and the middle of each is read.
 * @returns the document with the middle of every interval in its place, values that can be read but violate a rule of
 *   the platform as `forbidden`, and the intervals without those whose ends are equal, which are known exactly
 */
export function readSections(document: ScenarioDocument) {
  const content = document.value;
  if (!isMapping(content)) {
    const message = `expected a mapping with keys such as ${SCENARIO_KEYS.join(', ')}, got ${shown(content ?? undefined)}`;
    const broken = [document.diagnostic([], message)];
    return { document, sections: readParts({}).sections, broken, forbidden: [], intervals: [] };
  }
  const first = readParts(content);
  const found = first.issues.flatMap(intervalOf);
  if (found.length === 0) return { ...readResult(document, content, first), intervals: [] };
  const settled = found.reduce(
    (value, { path, interval }) => withValueAt(value, path, interval.middle_value),
    content,
  );
  const intervals = found
    .filter(({ interval: { values } }) => values.low < values.high)
    .map(({ path, interval: { middle_value, ...interval } }) => ({
      path: document.diagnostic(path, '').path,
      ...interval,
    }));
  return { ...readResult({ ...document, value: settled }, settled, readParts(settled)), intervals };
}

function intervalOf(
  issue: Issue,
): readonly { readonly path: DocumentPath; readonly interval: QuantityInterval }[] {
  const { interval } = issueParams(issue);
  return interval === undefined ? [] : [{ path: issue.path as DocumentPath, interval }];
}

/** The warning that runs used the middle of each interval. */
export function intervalWarnings(intervals: readonly ScenarioInterval[]): readonly string[] {
  if (intervals.length === 0) return [];
  const each = intervals.map(({ path, low, middle, high }) => `${path} is ${middle} (of ${low} to ${high})`);
  return [`simulated with the middle of every interval: ${each.join(', ')}`];
}

function readResult(
  document: ScenarioDocument,
  content: Readonly<Record<string, unknown>>,
  { sections, issues }: ReturnType<typeof readParts>,
) {
  const broken = issues.filter((issue) => !isForbidden(issue));
  return {
    document,
    sections,
    broken: [
      ...issueDiagnostics(broken, [], document, (key, value) =>
        placesInside({ model: scenarioShape.model }, key, value),
      ),
      ...prototypeKeys(content, []).map((path) =>
        document.diagnostic(path, 'unknown key "__proto__"', 'key'),
      ),
    ],
    forbidden: issueDiagnostics(issues.filter(isForbidden), [], document),
  };
}

/** Locations of the one key that the schema library ignores instead of refusing it. */
function prototypeKeys(value: unknown, path: DocumentPath): readonly DocumentPath[] {
  if (value === null || typeof value !== 'object') return [];
  const own = Object.hasOwn(value, '__proto__') ? [[...path, '__proto__']] : [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [...own, ...entries.flatMap(([key, child]) => prototypeKeys(child, [...path, key]))];
}

/** Refuses unknown keys; the known ones are read one by one. */
const frame = section(Object.fromEntries(SCENARIO_KEYS.map((key) => [key, ANYTHING.optional()])));

const { computes: _, load, events, faults, api_faults, ...WHOLE } = scenarioShape;

type WholeParts = { readonly [Key in keyof typeof WHOLE]: z.output<(typeof WHOLE)[Key]> | undefined };
type ListParts = {
  readonly [Key in keyof typeof LISTS]: readonly Item<z.output<(typeof LISTS)[Key]['item']>>[];
};

/** The parts of a scenario that could be read; unreadable or omitted parts are `undefined` or absent. */
export interface Sections extends WholeParts, ListParts {
  readonly computes: readonly ComputeItem[];
  readonly fleet: z.output<typeof fleet> | undefined;
}

function readParts(content: Readonly<Record<string, unknown>>): {
  readonly sections: Sections;
  readonly issues: readonly Issue[];
} {
  const issues: Issue[] = [];
  const read = <Schema extends z.ZodType>(
    schema: Schema,
    ...path: readonly [string, ...(string | number)[]]
  ): z.output<Schema> | undefined => {
    const result = schema.safeParse(valueAt(content, path));
    if (result.success) return result.data;
    issues.push(...result.error.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
    return undefined;
  };
  /** Reads item by item: a mistake in one item does not prevent checks of the others. */
  const readList = <Schema extends z.ZodType>(schema: Schema, key: keyof typeof scenarioShape) => {
    const written = content[key];
    if (!Array.isArray(written) || written.length === 0) {
      read(scenarioShape[key], key);
      return [];
    }
    return written.flatMap((_item, index) => {
      const form = read(schema, key, index);
      return form === undefined ? [] : [{ index, form }];
    });
  };
  issues.push(...(frame.safeParse(content).error?.issues ?? []));
  const parts = {
    ...(Object.fromEntries(
      Object.entries<z.ZodType>(WHOLE).map(([key, schema]) => [key, read(schema, key)]),
    ) as WholeParts),
    ...(Object.fromEntries(
      Object.values(LISTS).map(({ name, item }) => [name, readList(item, name as keyof typeof LISTS)]),
    ) as unknown as ListParts),
  };
  const { computes } = content;
  const sections = isMapping(computes)
    ? { ...parts, computes: templateItem(computes), fleet: read(scenarioShape.computes, 'computes') }
    : { ...parts, computes: readList(compute, 'computes'), fleet: undefined };
  return { sections: sections as Sections, issues };
}

/** The template of a fleet under the fleet's name; problems of both are reported with the fleet. */
function templateItem(computes: Readonly<Record<string, unknown>>): readonly ComputeItem[] {
  const name = fleetShape.name.safeParse(computes['name']).data;
  const form = fleetShape.template.safeParse(computes[TEMPLATE]).data;
  if (name === undefined || form === undefined) return [];
  return [{ index: TEMPLATE, form: { name, branch: undefined, type: 'read_write', ...form } }];
}
