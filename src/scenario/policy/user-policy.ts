import type { PolicyDescription, PolicyParameter } from '../../compute/policy/interface/policy-parameter.js';
import type { SizePolicy } from '../../compute/policy/interface/size-policy.js';
import type { SuspendPolicy } from '../../compute/policy/interface/suspend-policy.js';
import { type PolicyOf, type PolicySide, policyNamed } from '../../compute/policy/own-policies.js';
import { nearestName } from '../../kernel/nearest-name.js';
import { isMapping, shown } from '../form/choice.js';
import { userParameters } from './user-parameters.js';

/** A policy exported by a module, checked; or all its problems. */
export type UserPolicy<Policy> =
  | { readonly policy: Policy; readonly problems: readonly never[] }
  | { readonly policy: undefined; readonly problems: readonly string[] };

/** The functions of a policy with their arguments. */
const FUNCTIONS: Readonly<Record<PolicySide, Readonly<Record<string, string>>>> = {
  size: { start: '(values, context, before)', look: '(state, look, values, context)' },
  suspend: {
    start: '(values, context)',
    idle: '(state, moment, values)',
    busy: '(state, moment, values)',
  },
};

const TEXTS = ['description', 'source'] as const;
const SWITCHES = { size: ['foresight'], suspend: ['foresight', 'randomised'] } as const;

/**
 * Reads an export of a module as a policy. Name and functions are required; a description, a source, parameters
 * and the switches (`foresight`, `randomised`: false) are optional.
 *
 * The returned policy is a separate, frozen description with functions that call the user's object. The
 * object itself is not frozen, and later changes of it have no effect.
 * @param file path of the module as written, the default source of the policy
 */
export function userPolicy<Side extends PolicySide>(
  exported: unknown,
  side: Side,
  file: string,
): UserPolicy<PolicyOf[Side]> {
  if (!isMapping(exported)) {
    const fields = ['name', ...Object.keys(FUNCTIONS[side])].join(', ');
    const problem = `"${side}": expected an object with ${fields}, got ${kindOf(exported)}`;
    return { policy: undefined, problems: [problem] };
  }
  const { parameters, problems } = userParameters(exported['parameters'] ?? {});
  const all = [
    ...nameProblems(exported['name'], side),
    ...Object.entries(FUNCTIONS[side]).flatMap(([name, call]) => functionProblem(exported, name, call)),
    ...TEXTS.flatMap((key) => typeProblem(exported, key, 'string', 'a text')),
    ...SWITCHES[side].flatMap((key) => typeProblem(exported, key, 'boolean', 'true or false')),
    ...problems,
    ...misspelt(exported, side),
  ];
  if (all.length > 0) return { policy: undefined, problems: all.map((problem) => `"${side}": ${problem}`) };
  return { policy: BUILD[side](exported, described(exported, file, parameters)), problems: [] };
}

function nameProblems(name: unknown, side: PolicySide): readonly string[] {
  if (name === undefined) return ['name is missing; expected a text'];
  if (typeof name !== 'string' || name.trim() === '' || /[\r\n]/.test(name)) {
    return [`name: expected a text on one line, got ${kindOf(name)}`];
  }
  if (policyNamed(side, name) === undefined) return [];
  return [`name: "${name}" is the name of a policy of neap's own; expected another`];
}

function functionProblem(policy: Record<string, unknown>, name: string, call: string): readonly string[] {
  const value = policy[name];
  if (typeof value === 'function') return [];
  if (value === undefined) return [`${name} is missing; expected a function ${call}`];
  return [`${name}: expected a function ${call}, got ${kindOf(value)}`];
}

function typeProblem(
  policy: Record<string, unknown>,
  key: string,
  type: 'string' | 'boolean',
  expected: string,
): readonly string[] {
  const value = policy[key];
  if (value === undefined || typeof value === type) return [];
  return [`${key}: expected ${expected}, got ${kindOf(value)}`];
}

/** Reports misspelt optional fields, which would otherwise be ignored. */
function misspelt(policy: Record<string, unknown>, side: PolicySide): readonly string[] {
  const optional = [...TEXTS, ...SWITCHES[side], 'parameters'].filter((key) => policy[key] === undefined);
  const known = ['name', ...Object.keys(FUNCTIONS[side])];
  return Object.keys(policy).flatMap((key) => {
    const nearest = known.includes(key) || optional.includes(key) ? undefined : nearestName(key, optional);
    return nearest === undefined ? [] : [`unknown key "${key}"; did you mean "${nearest}"?`];
  });
}

function described(
  policy: Record<string, unknown>,
  file: string,
  parameters: Readonly<Record<string, PolicyParameter>>,
): PolicyDescription {
  const { name, description = '', source = file, foresight = false } = policy as Partial<PolicyDescription>;
  return { name: name!, description, source, parameters, foresight };
}

const BUILD: {
  readonly [Side in PolicySide]: (
    exported: Record<string, unknown>,
    description: PolicyDescription,
  ) => PolicyOf[Side];
} = {
  size(exported, description) {
    const theirs = exported as unknown as SizePolicy;
    return {
      ...description,
      start: (values, context, before) => theirs.start(values, context, before),
      look: (state, look, values, context) => theirs.look(state, look, values, context),
    };
  },
  suspend(exported, description) {
    const theirs = exported as unknown as SuspendPolicy;
    return {
      ...description,
      randomised: theirs.randomised ?? false,
      start: (values, context) => theirs.start(values, context),
      idle: (state, moment, values) => theirs.idle(state, moment, values),
      busy: (state, moment, values) => theirs.busy(state, moment, values),
    };
  },
};

function kindOf(value: unknown): string {
  return typeof value === 'function' ? 'a function' : shown(value);
}
