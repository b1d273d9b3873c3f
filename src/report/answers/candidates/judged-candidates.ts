import { costFigure } from '../../../figures/cost.js';
import type { FigureName } from '../../../figures/run-figures.js';
import { getOrCreate } from '../../../kernel/get-or-create.js';
import { type Constraint, isBeyond } from '../../../study/replicate/constraint.js';
import type { RuleLayer } from '../../document/plot.js';
import {
  type Candidate,
  type Candidates,
  figureAgainstCost,
  isMeasured,
  paretoFront,
} from '../../figures/candidate.js';
import { counted } from '../../figures/figure-text.js';
import { figureWords, limitWords } from '../../verdict/figure-words.js';
import { namedSettings, settingWords, valueWords } from '../../verdict/setting-words.js';

/** A candidate as a page shows it. */
export interface CandidateView {
  readonly candidate: Candidate;
  /** Place in the list that it comes from, as its JSON has it. */
  readonly index: number;
  /** Rank by ascending cost, from 1: its label if its name does not fit. */
  readonly number: number;
  /** Its settings in words, or its name. */
  readonly name: string;
  readonly front: boolean;
  /** Whether it has as many runs as the others: means over fewer replications use different random numbers. */
  readonly comparable: boolean;
  /** The limits it misses, in words. */
  readonly missed: readonly string[];
}

/** The candidates of a page and their criteria. */
export type Judged = ReturnType<typeof judgedCandidates>;

/**
 * Compares the candidates that were run with constraints.
 * @returns the candidates in the order of their cost, each with what it misses; the figure that is their cost; and the
 *   figure plotted against it, `undefined` if none was measured
 */
export function judgedCandidates({ list, duration_seconds }: Candidates, constraints: readonly Constraint[]) {
  const preferred = costFigure(duration_seconds);
  const cost = list.some(({ figures }) => isMeasured(figures[preferred])) ? preferred : 'cost_usd';
  const against = figureAgainstCost(list);
  const all = list
    .map((candidate, index) => ({ candidate, index }))
    .filter(({ candidate }) => candidate.invalid === null);
  const most = all.reduce((runs, { candidate }) => Math.max(runs, candidate.runs ?? 0), 0);
  const isComparable = ({ runs = most }: Candidate) => runs === most;
  const comparable = all.filter(({ candidate }) => isComparable(candidate));
  const isOnFront =
    against === undefined
      ? []
      : paretoFront(
          comparable.map(({ candidate }) => candidate),
          cost,
          against,
        );
  const front = new Set(comparable.filter((_, place) => isOnFront[place]));
  const ran = all.sort((a, b) => meanOf(a.candidate, cost) - meanOf(b.candidate, cost) || a.index - b.index);
  const views = ran.map((each, place): CandidateView => {
    const { candidate } = each;
    return {
      ...each,
      number: place + 1,
      name: namedSettings(candidate),
      front: front.has(each),
      comparable: isComparable(candidate),
      missed: missedWords(candidate, constraints),
    };
  });
  return { views, cost, against, constraints };
}

/** Candidates with the same figures as one, called by what they differ in: a maximum that no load reaches. */
export function mergedViews(views: readonly CandidateView[]): readonly CandidateView[] {
  const groups = new Map<string, CandidateView[]>();
  for (const view of views) {
    const { candidate, comparable, missed } = view;
    const key = JSON.stringify([candidate.figures, candidate.remark, comparable, missed]);
    getOrCreate(groups, key, () => []).push(view);
  }
  return [...groups.values()].map((group) => ({ ...group[0]!, name: sharedName(group, views) }));
}

/** `timeout 1 h, max 0.5 or 1`; the first name alone unless settings are every combination of their values. */
function sharedName(group: readonly CandidateView[], all: readonly CandidateView[]): string {
  const [first] = group;
  const paths = Object.keys(first!.candidate.settings);
  if (paths.length === 0) return group.map(({ name }) => name).join(' or ');
  const values = paths.map(
    (path) => [path, [...new Set(group.map(({ candidate }) => candidate.settings[path]!))]] as const,
  );
  const combinations = values.reduce((product, [, own]) => product * own.length, 1);
  if (combinations !== group.length) return `${first!.name} and ${counted(group.length - 1, 'more', 'more')}`;
  return values
    .map(([path, own]) => {
      const [first, ...others] = inOrder(own);
      const known = inOrder([...new Set(all.map(({ candidate }) => candidate.settings[path]!))]);
      const begin = known.indexOf(first!);
      const last = others.at(-1);
      const isRange = others.length > 1 && known[begin + others.length] === last;
      const words = isRange ? [] : others.map((value) => valueWords(path, value));
      const range = isRange ? ` to ${valueWords(path, last!)}` : '';
      return `${[settingWords(path, first!), ...words].join(' or ')}${range}`;
    })
    .join(', ');
}

/** Numbers by size; others as they are. */
function inOrder(values: readonly string[]): readonly string[] {
  return values.every((value) => Number.isFinite(Number(value)))
    ? values.toSorted((a, b) => Number(a) - Number(b))
    : values;
}

export function limitLayers(
  { constraints }: Judged,
  figure: FigureName,
  on: 'x' | 'y',
): readonly RuleLayer[] {
  return constraints
    .filter((each) => each.figure === figure)
    .map((each) => ({ as: 'limit', on, at: each.bound, text: limitWords(each) }));
}

function missedWords(candidate: Candidate, constraints: readonly Constraint[]): readonly string[] {
  const known = constraints.filter((each) => isBeyond(each, candidate.figures[each.figure]?.mean));
  // Limits judged by something other than the mean are among the candidate's misses.
  const others = candidate.missed.filter(
    (text) => !constraints.some((each) => each.text === text || each.figure === text),
  );
  return [...known.map(limitWords), ...others.map((text) => figureWords(text as FigureName))];
}

function meanOf({ figures }: Candidate, name: FigureName): number {
  return figures[name]?.mean ?? Number.MAX_VALUE;
}
