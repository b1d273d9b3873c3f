import type { PolicyParameter } from '../../compute/policy/interface/policy-parameter.js';
import type { SizePolicy } from '../../compute/policy/interface/size-policy.js';
import type { SuspendPolicy } from '../../compute/policy/interface/suspend-policy.js';
import { OWN_POLICIES, type PolicySide } from '../../scenario/policy/own-policies.js';
import { parameterText } from '../../scenario/policy/policy-parameter-schema.js';
import { line, paragraph, type TextLine, wrapped } from '../text/text-block.js';

/** One parameter as `neap policies --json` prints it. */
export interface ListedParameter extends PolicyParameter {
  readonly name: string;
  /** The default as a scenario would write it. */
  readonly default_text: string;
}

/** One policy as `neap policies --json` prints it. */
export interface ListedPolicy extends Pick<SizePolicy, 'name' | 'description' | 'source' | 'foresight'> {
  /** Whether it rules a compute that names none. */
  readonly default: boolean;
  readonly parameters: readonly ListedParameter[];
}

/** The policies of each side, the default first. */
export type PolicyList = { readonly [Side in PolicySide]: readonly ListedPolicy[] };

const HEADINGS: Readonly<Record<PolicySide, string>> = {
  size: 'Size policies: how the size of a running compute follows its load',
  suspend: 'Suspension policies: when an idle compute suspends, and resumes by itself',
};

const SIDES = ['size', 'suspend'] as const;

/** Every policy that a scenario can name. */
export function policyList(): PolicyList {
  return { size: listed('size'), suspend: listed('suspend') };
}

function listed(side: PolicySide): readonly ListedPolicy[] {
  const { fallback } = OWN_POLICIES[side];
  const policies: readonly (SizePolicy | SuspendPolicy)[] = OWN_POLICIES[side].policies;
  return policies.map(({ name, description, source, foresight, parameters }) => ({
    name,
    default: name === fallback.name,
    description,
    source,
    foresight,
    parameters: Object.entries(parameters).map(([parameter, about]) => ({
      name: parameter,
      ...about,
      default_text: parameterText(about, about.default),
    })),
  }));
}

/** The list as the lines of a terminal. */
export function policyLines(list: PolicyList, width: number): readonly TextLine[] {
  return SIDES.flatMap((side, index) => [
    ...(index === 0 ? [] : [line('')]),
    ...paragraph(HEADINGS[side], width, 'strong'),
    ...list[side].flatMap((policy) => [line(''), ...policyText(policy, side, width)]),
  ]);
}

function policyText(policy: ListedPolicy, side: PolicySide, width: number): readonly TextLine[] {
  const marks = [
    ...(policy.default ? ['the default'] : []),
    ...(policy.foresight ? ['foresight: a yardstick that cannot be deployed'] : []),
  ];
  const marked = marks.length === 0 ? '' : ` (${marks.join('; ')})`;
  return [
    ...paragraph(`${side}: ${policy.name}${marked}`, width, 'good'),
    ...wrapped('', policy.description, width),
    ...wrapped('  source', policy.source, width, 'quiet'),
    ...policy.parameters.flatMap((parameter, index) => {
      const above = policy.parameters[index - 1]?.source ?? policy.source;
      return parameterLines(parameter, above, width);
    }),
  ];
}

/** @param above the source that was named last, which is not named again */
function parameterLines(parameter: ListedParameter, above: string, width: number): readonly TextLine[] {
  const { name, unit, default_text, description, source, confidence } = parameter;
  const origin = source === above ? ', source as above' : `: ${source}`;
  return [
    ...paragraph(
      `${name}: ${default_text}, ${UNIT_WORDS[unit]}${boundsText(parameter)}`,
      width,
      'plain',
      '  ',
    ),
    ...wrapped('', description, width),
    ...wrapped('', `${confidence} confidence${origin}`, width, 'quiet'),
  ];
}

const UNIT_WORDS: Readonly<Record<PolicyParameter['unit'], string>> = {
  seconds: 'a time',
  share: 'a share',
  number: 'a number',
  cu: 'a size in CU',
  usd: 'an amount in USD',
};

function boundsText({ least, most, words, unit }: PolicyParameter): string {
  const [from, to] = [least, most].map((bound) => bound !== undefined && parameterText({ unit }, bound));
  const or = words === undefined ? '' : `, or ${Object.keys(words).join(' or ')}`;
  if (from && to) return ` from ${from} to ${to}${or}`;
  if (from) return ` of ${from} or more${or}`;
  return to ? ` of ${to} or less${or}` : or;
}
