import type { z } from 'zod';
import type { PolicyDescription } from '../../compute/policy/interface/policy-parameter.js';
import { OWN_POLICIES, type PolicySide, policyNamed } from '../../compute/policy/own-policies.js';
import { suggestion } from '../../kernel/nearest-name.js';
import { type Form, keyed, oneOfForms } from '../form/choice.js';
import { readBy } from '../form/read-by.js';
import { section } from '../form/section.js';
import { isMapping, shown } from '../form/shown.js';
import { parameterSchema } from './policy-parameter-schema.js';

/** A policy from a module; the meaning of its parameters is known once the module has been read. */
export interface ModulePick {
  readonly kind: 'module';
  /** As written. */
  readonly file: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Whether the module is both policies and need not export each of them. */
  readonly is_whole: boolean;
}

const MODULE_PATH = /^(\.{0,2}\/|.*\.m?js$)/;

export const MODULE_JSON = { type: 'string', pattern: MODULE_PATH.source };

/** Whether a text is the path of a module: it begins with `./`, `../` or `/`, or ends in `.js` or `.mjs`. */
export function isModulePath(text: unknown): text is string {
  return typeof text === 'string' && MODULE_PATH.test(text);
}

function modulePick(file: string, parameters: ModulePick['parameters'] = {}, is_whole = false): ModulePick {
  return { kind: 'module', file, parameters, is_whole };
}

/** A module with values for the parameters of its policy: `{ path: parameters }`. */
function moduleWithParameters(): z.ZodType<ModulePick> {
  return readBy(
    (value): ModulePick | undefined => {
      const [entry, another] = isMapping(value) ? Object.entries(value) : [];
      if (entry === undefined || another !== undefined || !isModulePath(entry[0])) return undefined;
      return isMapping(entry[1]) ? modulePick(entry[0], entry[1]) : undefined;
    },
    (value) =>
      `expected one module path with a mapping of its parameters, such as { ./my-policy.js: { margin_share: 10% } }, got ${shown(value)}`,
  ).meta({
    type: 'object',
    description: 'A module with values for the parameters of its policy.',
    patternProperties: { [MODULE_PATH.source]: { type: 'object' } },
    additionalProperties: false,
  });
}

/** A policy as selected by the scenario: by name, with the parameters it sets, or from a module. */
export type PolicyPick =
  | { readonly kind: 'named'; readonly name: string; readonly parameters: Readonly<Record<string, number>> }
  | ModulePick;

/** The policies of a compute as written in the scenario. */
type PolicyForm = { readonly [Side in PolicySide]?: PolicyPick | undefined };

export const policySchema: z.ZodType<PolicyForm> = oneOfForms(
  'the path of a module such as ./my-policy.js, or { size, suspend }',
  [
    { name: '*', schema: wholeModule() },
    {
      name: 'sides',
      matches: () => true,
      schema: section({ size: pick('size').optional(), suspend: pick('suspend').optional() }),
    },
  ],
  {
    id: 'Policy',
    description:
      'How the size follows the load and when an idle compute suspends: { size, suspend }, or a module that exports one or both. "neap policies" lists the built-in ones.',
  },
);

function wholeModule() {
  return readBy(
    (value): PolicyForm | undefined => {
      const whole = isModulePath(value) ? modulePick(value, {}, true) : undefined;
      return whole && { size: whole, suspend: whole };
    },
    (value) =>
      `expected the path of a module such as ./my-policy.js, or { size, suspend }, got ${shown(value)}${sideHint(value)}`,
  ).meta({ ...MODULE_JSON, description: 'A module that exports size, suspend or both.' });
}

function sideHint(value: unknown): string {
  const side = (['suspend', 'size'] as const).find(
    (candidate) => policyNamed(candidate, value) !== undefined,
  );
  return side === undefined ? '' : `; did you mean { ${side}: ${value} }?`;
}

function pick(side: PolicySide): z.ZodType<PolicyPick> {
  const forms: Form<z.ZodType<PolicyPick>>[] = [
    { name: '*', schema: byName(side) },
    ...OWN_POLICIES[side].policies.map(withParameters),
    {
      name: 'module',
      matches: (mapping) => Object.keys(mapping).some(isModulePath),
      schema: moduleWithParameters(),
    },
  ];
  return oneOfForms(
    `the name of a ${OWN_POLICIES[side].noun}, the path of a module, or a mapping of one of them to its parameters`,
    forms,
    {
      id: side === 'size' ? 'SizePolicy' : 'SuspendPolicy',
      description:
        side === 'size'
          ? 'How the size follows the load; agent by default.'
          : 'When an idle compute suspends; fixed by default.',
      unknown: (key) => unknownPolicy(side, key),
    },
  );
}

function unknownPolicy(side: PolicySide, name: string): string {
  const other = side === 'size' ? 'suspend' : 'size';
  const { noun, policies } = OWN_POLICIES[side];
  const names = policies.map((policy) => policy.name);
  const hint =
    policyNamed(other, name) === undefined
      ? suggestion(name, names)
      : `; that is a ${OWN_POLICIES[other].noun}`;
  return `there is no ${noun} "${name}"${hint}${hint.endsWith('?') ? '' : ';'} "neap policies" describes them all`;
}

function byName(side: PolicySide): z.ZodType<PolicyPick> {
  return readBy(
    (value): PolicyPick | undefined => {
      if (isModulePath(value)) return modulePick(value);
      const own = typeof value === 'string' && policyNamed(side, value) !== undefined;
      return own ? { kind: 'named', name: value, parameters: {} } : undefined;
    },
    (value) =>
      typeof value === 'string' && value !== ''
        ? unknownPolicy(side, value)
        : `expected the name of a ${OWN_POLICIES[side].noun} or the path of a module such as ./my-policy.js, got ${shown(value)}`,
  ).meta({
    anyOf: [
      ...OWN_POLICIES[side].policies.map(({ name, description }) => ({ const: name, description })),
      { ...MODULE_JSON, description: `A module that exports ${side}.` },
    ],
  });
}

/** `{ name: parameters }` of a built-in policy. */
function withParameters(policy: PolicyDescription): Form<z.ZodType<PolicyPick>> {
  const { name } = policy;
  return keyed(name, parameterSection(policy), (parameters): PolicyPick => {
    return { kind: 'named', name, parameters };
  });
}

/** The parameters of a policy that a scenario sets, in base units. */
export function parameterSection({ parameters, description }: PolicyDescription) {
  const shape = Object.entries(parameters).map(
    ([key, parameter]) => [key, parameterSchema(parameter).optional()] as const,
  );
  return section(Object.fromEntries(shape), description).transform((value) => {
    const set = Object.entries(value).filter((entry): entry is [string, number] => entry[1] !== undefined);
    return Object.fromEntries(set);
  });
}
