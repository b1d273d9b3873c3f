import type { PolicyParameter } from '../../compute/policy/interface/policy-parameter.js';
import { type PolicyOf, type PolicySide, policyNamed } from '../../compute/policy/own-policies.js';
import { nearestName, suggestion } from '../../kernel/nearest-name.js';
import { isMapping, shown } from '../form/shown.js';
import { PARAMETER_UNITS } from './policy-parameter-schema.js';

/** A policy exported by a module, checked; or all its problems. */
type UserPolicy<Policy> =
  | { readonly policy: Policy; readonly problems: readonly never[] }
  | { readonly policy: undefined; readonly problems: readonly string[] };

interface Field {
  readonly expected: string;
  accepts(value: unknown): boolean;
}

type Fields = Readonly<Record<string, Field>>;

const TEXT: Field = { expected: 'a text', accepts: (value) => typeof value === 'string' };
const SWITCH: Field = { expected: 'true or false', accepts: (value) => typeof value === 'boolean' };
const NUMBER: Field = {
  expected: 'a number',
  accepts: (value) => typeof value === 'number' && !Number.isNaN(value),
};
const NAME: Field = {
  expected: 'a text on one line',
  accepts: (value) => typeof value === 'string' && value.trim() !== '' && !/[\r\n]/.test(value),
};

function call(parameters: string): Field {
  return { expected: `a function ${parameters}`, accepts: (value) => typeof value === 'function' };
}

function oneOf(words: readonly string[]): Field {
  return { expected: `one of ${words.join(', ')}`, accepts: (value) => words.some((word) => word === value) };
}

const FUNCTIONS: Readonly<Record<PolicySide, Fields>> = {
  size: { start: call('(values, context, before)'), look: call('(state, look, values, context)') },
  suspend: {
    start: call('(values, context)'),
    idle: call('(state, moment, values)'),
    busy: call('(state, moment, values)'),
  },
};

const TEXTS: Fields = { description: TEXT, source: TEXT };
const SWITCHES: Readonly<Record<PolicySide, Fields>> = {
  size: { foresight: SWITCH },
  suspend: { foresight: SWITCH, randomised: SWITCH },
};

const REQUIRED_OF_PARAMETER: Fields = { unit: oneOf(PARAMETER_UNITS), default: NUMBER };
const OPTIONAL_OF_PARAMETER: Fields = {
  ...TEXTS,
  confidence: oneOf(['high', 'medium', 'low']),
  least: NUMBER,
  most: NUMBER,
};

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
  const required = { name: NAME, ...FUNCTIONS[side] };
  const optional = { ...TEXTS, ...SWITCHES[side] };
  if (!isMapping(exported)) {
    const fields = Object.keys(required).join(', ');
    const problem = `"${side}": expected an object with ${fields}, got ${kindOf(exported)}`;
    return { policy: undefined, problems: [problem] };
  }
  const { name, description = '', source = file, parameters = {} } = exported;
  const problems = [
    ...fieldProblems(exported, required, optional),
    ...(policyNamed(side, name) === undefined
      ? []
      : [`name: "${name}" is the name of a built-in policy; expected another name`]),
    ...parameterProblems(parameters),
    ...misspelt(exported, Object.keys(required), [...Object.keys(optional), 'parameters']),
  ];
  if (problems.length > 0)
    return { policy: undefined, problems: problems.map((problem) => `"${side}": ${problem}`) };
  const switches = Object.keys(SWITCHES[side]).map((key) => [key, exported[key] ?? false]);
  const theirs = exported as Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;
  const functions = Object.keys(FUNCTIONS[side]).map((key) => [
    key,
    (...values: readonly unknown[]) => theirs[key]!(...values),
  ]);
  const policy = {
    ...{ name, description, source, parameters: completeParameters(parameters as Declared) },
    ...(Object.fromEntries([...switches, ...functions]) as object),
  };
  return { policy: policy as unknown as PolicyOf[Side], problems: [] };
}

function fieldProblems(
  written: Readonly<Record<string, unknown>>,
  required: Fields,
  optional: Fields,
): readonly string[] {
  return Object.entries({ ...required, ...optional }).flatMap(([key, { expected, accepts }]) => {
    const value = written[key];
    if (value === undefined) return key in required ? [`${key} is missing; expected ${expected}`] : [];
    return accepts(value) ? [] : [`${key}: expected ${expected}, got ${kindOf(value)}`];
  });
}

/** Reports misspelt optional fields, which would otherwise be ignored. */
function misspelt(
  policy: Readonly<Record<string, unknown>>,
  required: readonly string[],
  optional: readonly string[],
): readonly string[] {
  const absent = optional.filter((key) => policy[key] === undefined);
  return Object.keys(policy).flatMap((key) => {
    const nearest = required.includes(key) || optional.includes(key) ? undefined : nearestName(key, absent);
    return nearest === undefined ? [] : [`unknown key "${key}"; did you mean "${nearest}"?`];
  });
}

type Declared = Readonly<
  Record<string, Partial<PolicyParameter> & Pick<PolicyParameter, 'unit' | 'default'>>
>;

function parameterProblems(declared: unknown): readonly string[] {
  if (!isMapping(declared))
    return [`parameters: expected an object of parameters by name, got ${kindOf(declared)}`];
  return Object.entries(declared).flatMap(([name, value]): readonly string[] => {
    const place = `parameters.${name}`;
    if (!isMapping(value))
      return [`${place}: expected an object such as { unit: 'seconds', default: 60 }, got ${kindOf(value)}`];
    const keys = Object.keys({ ...REQUIRED_OF_PARAMETER, ...OPTIONAL_OF_PARAMETER });
    const unknown = Object.keys(value).filter((key) => !keys.includes(key));
    const problems = [
      ...fieldProblems(value, REQUIRED_OF_PARAMETER, OPTIONAL_OF_PARAMETER).map((each) => `.${each}`),
      ...unknown.map((key) => `: unknown key "${key}"${suggestion(key, keys)}`),
    ];
    return (problems.length > 0 ? problems : boundsProblem(value as unknown as PolicyParameter)).map(
      (problem) => `${place}${problem}`,
    );
  });
}

function boundsProblem({ default: value, least, most }: PolicyParameter): readonly string[] {
  if (value >= (least ?? value) && value <= (most ?? value)) return [];
  return [`.default: ${value} is outside its bounds, ${least ?? 'none'} to ${most ?? 'none'}`];
}

function completeParameters(declared: Declared): Readonly<Record<string, PolicyParameter>> {
  return Object.fromEntries(
    Object.entries(declared).map(([name, parameter]) => {
      const { description = '', source = 'its author', confidence = 'low' } = parameter;
      return [name, { ...parameter, description, source, confidence }];
    }),
  );
}

function kindOf(value: unknown): string {
  return typeof value === 'function' ? 'a function' : shown(value);
}
