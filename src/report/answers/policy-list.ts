import type { PolicyParameter } from '../../compute/policy/interface/policy-parameter.js';
import type { SizePolicy } from '../../compute/policy/interface/size-policy.js';
import type { SuspendPolicy } from '../../compute/policy/interface/suspend-policy.js';
import { OWN_POLICIES, type PolicySide } from '../../compute/policy/own-policies.js';
import { parameterText } from '../../scenario/policy/policy-parameter-schema.js';
import { type Document, type Note, notesOn, notesPart, type Part } from '../document/report.js';
import { when } from '../text/when.js';

/** The policies of each side as `neap policies --json` prints them, the default first. */
type PolicyList = ReturnType<typeof policyList>;
type ListedPolicy = PolicyList[PolicySide][number];
type ListedParameter = ListedPolicy['parameters'][number];

const HEADINGS: Readonly<Record<PolicySide, string>> = {
  size: 'how the size of a running compute follows its load',
  suspend: 'when an idle compute suspends, and when it resumes automatically',
};

const SIDES = ['size', 'suspend'] as const;

/** Every policy that a scenario can name. */
export function policyList() {
  return { size: listed('size'), suspend: listed('suspend') };
}

function listed(side: PolicySide) {
  const { fallback } = OWN_POLICIES[side];
  const policies: readonly (SizePolicy | SuspendPolicy)[] = OWN_POLICIES[side].policies;
  return policies.map(({ name, description, source, foresight, parameters }) => ({
    name,
    /** Whether it rules a compute that names none. */
    default: name === fallback.name,
    description,
    source,
    foresight,
    parameters: Object.entries(parameters).map(([parameter, about]) => ({
      name: parameter,
      ...about,
      /** The default as a scenario would write it. */
      default_text: parameterText(about, about.default),
    })),
  }));
}

/** The list: what each policy does, its parameters, and where both come from. */
export function policyListReport(list: PolicyList): Document {
  return {
    about: '',
    title: 'Policies that a scenario can name',
    facts: [],
    warnings: [],
    prices_checked_until: null,
    parts: SIDES.flatMap((side): readonly Part[] => [
      notesPart(side, notesOn(side, [HEADINGS[side]], { emphasis: 'strong' })),
      ...list[side].map((policy): Part => policyPart(policy, side)),
    ]),
  };
}

function policyPart(policy: ListedPolicy, side: PolicySide): Part {
  const { name, description, source, parameters } = policy;
  const marks = [
    ...when(policy.default, 'the default'),
    ...when(policy.foresight, 'foresight: a yardstick that cannot be deployed'),
  ];
  return notesPart(
    `${side}-${name}`,
    [
      { about: '', text: description, emphasis: 'plain' },
      { about: '  source', text: source },
      ...parameters.flatMap((parameter, index) =>
        parameterNotes(parameter, parameters[index - 1]?.source ?? source),
      ),
    ],
    { title: `${side}: ${name}${marks.length === 0 ? '' : ` (${marks.join('; ')})`}` },
  );
}

/** @param above the source that was named last, which is not named again */
function parameterNotes(parameter: ListedParameter, above: string): readonly Note[] {
  const { name, unit, default_text, description, source, confidence } = parameter;
  const origin = source === above ? ', source as above' : `: ${source}`;
  return [
    ...notesOn(`  ${name}: ${default_text}, ${UNIT_WORDS[unit]}${boundsText(parameter)}`, [description], {
      emphasis: 'plain',
    }),
    { about: '', text: `${confidence} confidence${origin}` },
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
