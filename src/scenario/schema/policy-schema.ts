import { z } from 'zod';
import type { PolicyDescription } from '../../compute/policy/policy-parameter.js';
import { suggestion } from '../../workload/nearest-name.js';
import { OWN_POLICIES, type PolicySide, policyNamed } from '../policy/own-policies.js';
import { choice, type Form, shown } from './choice.js';
import { isModulePath, MODULE_JSON, type ModulePick, moduleWithParameters } from './policy-module-schema.js';
import { parameterSchema } from './policy-parameter-schema.js';
import { section } from './section.js';

/** A policy as the scenario picks it: by name, with the parameters it sets, or from a module. */
export type PolicyPick =
  | { readonly kind: 'named'; readonly name: string; readonly parameters: Readonly<Record<string, number>> }
  | ModulePick;

/** The policies of a compute as the scenario says them. */
export type PolicyForm =
  /** Whatever the module exports. */
  | { readonly kind: 'module'; readonly file: string }
  | { readonly kind: 'sides'; readonly size?: PolicyPick; readonly suspend?: PolicyPick };

/** The policies of a compute: a module, or one for each side. */
export const policySchema: z.ZodType<PolicyForm> = choice(
  'the path of a module such as ./my-policy.js, or { size, suspend }',
  [
    { name: '*', schema: wholeModule() },
    { name: 'sides', matches: () => true, schema: sides() },
  ],
  {
    id: 'Policy',
    description:
      'How the size follows the load and when an idle compute suspends: { size, suspend }, or a module that exports one or both. "neap policies" lists what there is.',
  },
);

function wholeModule() {
  return z
    .unknown()
    .transform((value, context): PolicyForm => {
      if (isModulePath(value)) return { kind: 'module', file: value };
      context.addIssue({
        code: 'custom',
        message: `expected the path of a module such as ./my-policy.js, or { size, suspend }, got ${shown(value)}${sideHint(value)}`,
      });
      return z.NEVER;
    })
    .meta({ ...MODULE_JSON, description: 'A module that exports size, suspend or both.' });
}

/** For the name of a policy where the side is missing. */
function sideHint(value: unknown): string {
  const side = (['suspend', 'size'] as const).find(
    (candidate) => policyNamed(candidate, value) !== undefined,
  );
  return side === undefined ? '' : `; did you mean { ${side}: ${value} }?`;
}

function sides() {
  return section({ size: pick('size').optional(), suspend: pick('suspend').optional() }).transform(
    ({ size, suspend }): PolicyForm => ({
      kind: 'sides',
      ...(size === undefined ? {} : { size }),
      ...(suspend === undefined ? {} : { suspend }),
    }),
  );
}

function pick(side: PolicySide): z.ZodType<PolicyPick> {
  const forms: Form<z.ZodType<PolicyPick>>[] = [
    { name: '*', schema: byName(side) },
    ...OWN_POLICIES[side].policies.map((policy) => ({ name: policy.name, schema: withParameters(policy) })),
    {
      name: 'module',
      matches: (mapping) => Object.keys(mapping).some(isModulePath),
      schema: moduleWithParameters(),
    },
  ];
  return choice(
    `the name of a ${OWN_POLICIES[side].noun}, the path of a module, or a mapping of one of them to its parameters`,
    forms,
    {
      id: side === 'size' ? 'SizePolicy' : 'SuspendPolicy',
      description:
        side === 'size'
          ? 'How the size follows the load; agent unless given.'
          : 'When an idle compute suspends; fixed unless given.',
      unknown: (key) => unknownPolicy(side, key),
    },
  );
}

function unknownPolicy(side: PolicySide, name: string): string {
  const other = side === 'size' ? 'suspend' : 'size';
  const { noun, policies } = OWN_POLICIES[side];
  const hint =
    policyNamed(other, name) === undefined
      ? suggestion(
          name,
          policies.map((policy) => policy.name),
        )
      : `; that is a ${OWN_POLICIES[other].noun}`;
  return `there is no ${noun} "${name}"${hint}${hint.endsWith('?') ? '' : ';'} "neap policies" describes them all`;
}

function byName(side: PolicySide): z.ZodType<PolicyPick> {
  return z
    .unknown()
    .transform((value, context): PolicyPick => {
      if (isModulePath(value)) return { kind: 'module', file: value, parameters: {} };
      if (typeof value === 'string' && policyNamed(side, value) !== undefined) {
        return { kind: 'named', name: value, parameters: {} };
      }
      const message =
        typeof value === 'string' && value !== ''
          ? unknownPolicy(side, value)
          : `expected the name of a ${OWN_POLICIES[side].noun} or the path of a module such as ./my-policy.js, got ${shown(value)}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({
      anyOf: [
        ...OWN_POLICIES[side].policies.map(({ name, description }) => ({ const: name, description })),
        { ...MODULE_JSON, description: `A module that exports ${side}.` },
      ],
    });
}

/** `{ name: parameters }` of a policy of the project's own. */
function withParameters(policy: PolicyDescription): z.ZodType<PolicyPick> {
  const { name, parameters, description } = policy;
  const shape = Object.entries(parameters).map(
    ([key, parameter]) => [key, parameterSchema(parameter).optional()] as const,
  );
  return section({ [name]: section(Object.fromEntries(shape), description) }).transform(
    (value): PolicyPick => ({
      kind: 'named',
      name,
      parameters: Object.fromEntries(
        Object.entries(value[name] ?? {}).filter(([, each]) => each !== undefined),
      ) as Record<string, number>,
    }),
  );
}
