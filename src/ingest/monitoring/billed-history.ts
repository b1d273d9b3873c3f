import { getOrCreate } from '../../kernel/get-or-create.js';
import { isoSeconds } from '../../workload/trace/cells/moments.js';
import { elapsedText, momentText } from '../../workload/trace/reading/moment-text.js';
import { Refusal } from '../../workload/trace/reading/question.js';
import { type Fields, listAt } from '../recording/json.js';
import type { BilledFrame } from './sleeping-load.js';

/** The consumption history of a project, a branch or an account, in order of time. */
export interface BilledHistory {
  readonly project: string;
  /** Empty for a whole project. */
  readonly branch: string;
  /** The plan of its last period. */
  readonly plan: string | undefined;
  readonly frames: readonly BilledFrame[];
}

/** A history while its pages are read; its timeframes by their start. */
interface Growing extends Pick<BilledHistory, 'project' | 'branch'> {
  plan: string | undefined;
  readonly frames: Map<number, BilledFrame>;
}

/**
 * Consumption histories of any version (`/consumption_history/v2/projects`, `/v2/branches`, or the legacy
 * `/consumption_history/projects` and `/account`), from any number of pages, which may overlap.
 */
export class BilledHistories {
  readonly #all = new Map<string, Growing>();

  /** Takes an answer of the API. @returns whether it is a consumption history @throws Refusal for an invalid one */
  take(answer: Fields): boolean {
    const { projects, branches, periods } = answer;
    if ((projects ?? branches ?? periods) === undefined) return false;
    const items =
      (projects ?? branches) === undefined
        ? [answer]
        : listAt(answer, projects === undefined ? 'branches' : 'projects');
    for (const item of items) this.#add(item);
    return true;
  }

  #add(item: Fields): void {
    const project = String(item['project_id'] ?? 'the account');
    const branch = String(item['branch_id'] ?? '');
    const history = getOrCreate(this.#all, JSON.stringify([project, branch]), () => ({
      project,
      branch,
      plan: undefined,
      frames: new Map(),
    }));
    for (const period of listAt(item, 'periods')) {
      if (typeof period['period_plan'] === 'string') history.plan = period['period_plan'];
      for (const fields of listAt(period, 'consumption')) {
        const frame = frameOf(fields);
        const before = history.frames.get(frame.start);
        if (before !== undefined && !isSame(before, frame))
          throw new Refusal(
            `the timeframe of ${momentText(frame.start, 0)} of ${project} is there twice with different amounts; expected one export, or exports that agree`,
          );
        history.frames.set(frame.start, frame);
      }
    }
  }

  /**
   * The histories that have timeframes.
   * @param id of the only project or branch to return; the others are not checked
   * @throws Refusal for an unknown id, for several granularities, and for a project next to its branches
   */
  select(id?: string): readonly BilledHistory[] {
    const known = [...this.#all.values()];
    const chosen =
      id === undefined ? known : known.filter(({ project, branch }) => id === branch || id === project);
    if (chosen.length === 0 && known.length > 0) {
      const ids = known.map(({ project, branch }) => branch || project);
      throw new Refusal(`there is no ${id}; the history has ${ids.join(', ')}`);
    }
    const all = chosen.map(({ frames, ...of }) => ({
      ...of,
      frames: [...frames.values()].toSorted((a, b) => a.start - b.start),
    }));
    for (const { project, frames } of all) refuseOtherWidths(project, frames);
    const both = all.find(
      ({ project, branch }) =>
        branch === '' && all.some((own) => own.project === project && own.branch !== ''),
    );
    if (both !== undefined)
      throw new Refusal(
        `the consumption of ${both.project} is there by project and by branch, and would count twice; expected one of them`,
      );
    return all.filter(({ frames }) => frames.length > 0);
  }
}

function isSame(one: BilledFrame, other: BilledFrame): boolean {
  return one.seconds === other.seconds && one.cu_seconds === other.cu_seconds;
}

/** A day among hours would be taken for one of them. */
export function refuseOtherWidths(project: string, frames: readonly BilledFrame[]): void {
  const other = frames.find(({ seconds }) => seconds !== frames[0]!.seconds);
  if (other === undefined) return;
  const widths = `${elapsedText(frames[0]!.seconds)} and ${elapsedText(other.seconds)}`;
  throw new Refusal(
    `timeframes of ${project} have ${widths}; ask for one granularity, from and to at whole hours or days`,
  );
}

function frameOf(frame: Fields): BilledFrame {
  const { timeframe_start: from, timeframe_end: to, compute_time_seconds, active_time_seconds } = frame;
  const [start, end] = [isoSeconds(String(from)), isoSeconds(String(to))];
  if (start === undefined || end === undefined)
    throw new Refusal(`"${String(start === undefined ? from : to)}" is not a time`);
  const v2 = listAt(frame, 'metrics').find(({ metric_name }) => metric_name === 'compute_unit_seconds');
  const cu_seconds = v2?.['value'] ?? compute_time_seconds;
  if (cu_seconds === undefined)
    throw new Refusal(
      'a timeframe has neither compute_unit_seconds nor compute_time_seconds; ask for that metric',
    );
  for (const amount of [cu_seconds, active_time_seconds ?? 0])
    if (typeof amount !== 'number')
      throw new Refusal(`${JSON.stringify(amount)} is an amount of time; expected number`);
  if (!(end > start) || !((cu_seconds as number) >= 0))
    throw new Refusal(`the timeframe from ${String(from)} is not valid`);
  return {
    start,
    seconds: end - start,
    cu_seconds: cu_seconds as number,
    active_seconds: active_time_seconds as number | undefined,
  };
}
