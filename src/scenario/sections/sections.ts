import { z } from 'zod';
import type { Diagnostic } from '../document/diagnostic.js';
import { isForbidden, issueDiagnostics } from '../document/issues.js';
import type { DocumentPath, ScenarioDocument } from '../document/scenario-document.js';
import { ANYTHING } from '../form/annotated.js';
import { isMapping, shown } from '../form/choice.js';
import { section } from '../form/section.js';
import { apiFaultSchema } from '../schema/api-fault-schema.js';
import { type ComputeForm, computeSchema, templateSchema } from '../schema/compute-schema.js';
import { fleetSchema, fleetShape } from '../schema/fleet-schema.js';
import { type Item, readList } from '../schema/list-section.js';
import { EVENTS, type ScenarioEvent } from './events.js';
import { FAULTS, type FaultItem } from './faults.js';
import { LOAD, type LoadItem } from './load/load.js';
import { SCENARIO_KEYS, scenarioShape } from './scenario-schema.js';

export type { Item } from '../schema/list-section.js';

/** A compute, or the template of a fleet's, and where it stands under `computes`. */
export interface ComputeItem {
  readonly index: number | typeof TEMPLATE;
  readonly form: ComputeForm;
}

/** Where the template of a fleet stands under `computes`. */
const TEMPLATE = 'template';

/** The parts of a scenario that could be read; a part that could not, or is left out, is `undefined` or absent. */
export type Sections = ReturnType<typeof readable>;

/**
 * Reads a document by the schema, part by part: a mistake in one part does not keep the others from being
 * checked against each other.
 */
export function readSections(document: ScenarioDocument): {
  readonly sections: Sections;
  readonly broken: readonly Diagnostic[];
  /** What can be read and breaks a rule of the platform. */
  readonly forbidden: readonly Diagnostic[];
} {
  const content = document.value;
  if (!isMapping(content)) {
    const message = `expected a mapping with keys such as ${SCENARIO_KEYS.join(', ')}, got ${shown(content ?? undefined)}`;
    return { sections: readable({}, NO_LISTS), broken: [document.diagnostic([], message)], forbidden: [] };
  }
  const result = frame.safeParse(content);
  const issues = result.success ? [] : result.error.issues;
  const hidden = prototypeKeys(content, []).map((path) =>
    document.diagnostic(path, 'unknown key "__proto__"', 'key'),
  );
  const read = {
    load: readList(LOAD, content),
    events: readList(EVENTS, content),
    faults: readList(FAULTS, content),
  };
  const all = [...issues, ...Object.values(read).flatMap((list) => list.issues)];
  return {
    sections: readable(content, read),
    broken: [
      ...issueDiagnostics(
        all.filter((issue) => !isForbidden(issue)),
        [],
        document,
      ),
      ...hidden,
    ],
    forbidden: issueDiagnostics(all.filter(isForbidden), [], document),
  };
}

/** The scenario with list sections as plain lists: their items are read one by one, each once. */
const frame = section({ ...scenarioShape, load: list(), events: list(), faults: list() });

function list() {
  return z.array(ANYTHING).optional();
}

interface ReadLists {
  readonly load: { readonly items: readonly Item<LoadItem>[] };
  readonly events: { readonly items: readonly Item<ScenarioEvent>[] };
  readonly faults: { readonly items: readonly Item<FaultItem>[] };
}

const NO_LISTS: ReadLists = { load: { items: [] }, events: { items: [] }, faults: { items: [] } };

/** Places of the one key that the schema library passes over instead of refusing it. */
function prototypeKeys(value: unknown, path: DocumentPath): readonly DocumentPath[] {
  if (value === null || typeof value !== 'object') return [];
  const own = Object.hasOwn(value, '__proto__') ? [[...path, '__proto__']] : [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [...own, ...entries.flatMap(([key, child]) => prototypeKeys(child, [...path, key]))];
}

function readable(content: Record<string, unknown>, read: ReadLists) {
  return {
    ...wholeParts(content),
    computes: computeItems(content['computes']),
    fleet: isMapping(content['computes']) ? part(content['computes'], fleetSchema) : undefined,
    load: read.load.items,
    events: read.events.items,
    faults: read.faults.items,
    api_faults: items(content['api_faults'], apiFaultSchema),
  };
}

const { computes, load, events, faults, api_faults, ...WHOLE } = scenarioShape;

type WholeParts = { readonly [Key in keyof typeof WHOLE]: z.output<(typeof WHOLE)[Key]> | undefined };

/** What is read as it stands, not item by item. */
function wholeParts(content: Record<string, unknown>): WholeParts {
  const parts = Object.entries<z.ZodType>(WHOLE).map(([key, schema]) => [key, part(content[key], schema)]);
  return Object.fromEntries(parts) as WholeParts;
}

/** The computes as listed; of a fleet its template, under the fleet's name. */
function computeItems(computes: unknown): readonly ComputeItem[] {
  if (!isMapping(computes)) return items(computes, computeSchema);
  const name = part(computes['name'], fleetShape.name);
  const form = part(computes[TEMPLATE], templateSchema);
  if (name === undefined || form === undefined) return [];
  return [{ index: TEMPLATE, form: { name, branch: undefined, type: 'read_write', ...form } }];
}

function part<Schema extends z.ZodType>(value: unknown, schema: Schema): z.output<Schema> | undefined {
  const result = schema.safeParse(value);
  return result.success ? result.data : undefined;
}

function items<Schema extends z.ZodType>(value: unknown, schema: Schema): readonly Item<z.output<Schema>>[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item, index) => {
    const result = schema.safeParse(item);
    return result.success ? [{ index, form: result.data }] : [];
  });
}
