import { HOUR_SECONDS } from '../../kernel/units.js';
import { runReport } from '../../report/answers/run/run.js';
import { worstOf } from '../../report/answers/run/run-course.js';
import { runFacts } from '../../report/answers/run/run-facts.js';
import type { CourseData } from '../../report/course/course-data.js';
import { coursePlot, ribbonPlot } from '../../report/course/course-plot.js';
import { laneLimits } from '../../report/course/lane-limits.js';
import { RecordedCourse } from '../../report/course/recorded-course.js';
import { type Fact, isIn } from '../../report/document/report.js';
import { duration } from '../../report/figures/figure-text.js';
import { summaryFigure } from '../../report/figures/headline-figures.js';
import { findingCards } from '../../report/findings/finding-card.js';
import { findingsInFile } from '../../report/findings/placed-finding.js';
import { drawPlot } from '../../report/forms/plot/draw-plot.js';
import { sectionsOf } from '../../report/forms/sections.js';
import { html } from '../../report/page/markup/markup.js';
import type { Scenario } from '../../scenario/scenario.js';
import { SlicedRun } from '../../simulation/fleet/fleet-simulation.js';
import type { RunObservations } from '../../simulation/run/observation.js';
import { type Fidelity, Simulation } from '../../simulation/simulation.js';
import { type Summary, summarise, summaryPieces } from '../../study/run/summary.js';
import type { Exactness, PointFigures, Question, Shown, ShownWords } from './question.js';

/** Events between two checks for newer questions: some hundredths of a second. */
const SLICE_EVENTS = 50_000;
/** A run ends at a backlog of this many seconds: it would only grow, and slow the run down. */
const MAX_BACKLOG_SECONDS = HOUR_SECONDS;

/** Called between slices. @param part completed part of the run, from 0 to 1 @returns whether to continue */
export type Pause = (part: number) => Promise<boolean>;

export interface EndedRun {
  /** The simulated scenario, which is shorter if the run was stopped. */
  readonly scenario: Scenario;
  readonly observations: RunObservations;
  readonly summary: Summary;
  readonly course: RecordedCourse;
  readonly stopped: string | undefined;
}

/**
 * Simulates a scenario.
 * @param until_seconds ends the run before the scenario's end
 * @returns `undefined` if `pause` returned false
 * @throws InvariantError for a failed run
 */
export async function simulateShown(
  scenario: Scenario,
  fidelity: Fidelity,
  pause: Pause,
  until_seconds = scenario.duration_seconds,
): Promise<EndedRun | undefined> {
  const course = new RecordedCourse(scenario.computes, until_seconds);
  if (scenario.fleet !== undefined) {
    const asked = { ...scenario, duration_seconds: until_seconds };
    const run = new SlicedRun(asked, { observer: course, fidelity });
    if (!(await isCompleted(run, asked, pause))) return undefined;
    const observations = run.observations();
    const summary = summarise(asked, observations);
    return { scenario: asked, observations, summary, course, stopped: undefined };
  }
  const run = new Simulation(scenario, { observer: course, fidelity });
  const end = await runUntil(run, until_seconds, pause);
  if (end === 'superseded') return undefined;
  const stopped =
    end === 'overload'
      ? `stopped after ${duration(run.now_seconds)}: the backlog passed ${duration(MAX_BACKLOG_SECONDS)}`
      : undefined;
  const observations = run.observations();
  const { duration_seconds } = observations;
  const ran = duration_seconds === scenario.duration_seconds ? scenario : { ...scenario, duration_seconds };
  return { scenario: ran, observations, summary: summarise(ran, observations), course, stopped };
}

/**
 * Runs a simulation up to a time, and ends it there.
 * @returns `overload` if it ended earlier because of its backlog; `superseded` if a newer question ended it: it has no
 *   observations
 */
export async function runUntil(
  run: Simulation,
  until_seconds: number,
  pause: Pause,
): Promise<'completed' | 'overload' | 'superseded'> {
  let end: 'completed' | 'overload' = 'completed';
  while (!run.advance(SLICE_EVENTS, until_seconds)) {
    if (run.longest_backlog_seconds > MAX_BACKLOG_SECONDS) {
      end = 'overload';
      break;
    }
    if (!(await pause(run.now_seconds / until_seconds))) return 'superseded';
  }
  run.stop();
  return end;
}

/** Continues a run to its end. @returns false if `pause` ended it */
export async function isCompleted(run: SlicedRun, scenario: Scenario, pause: Pause): Promise<boolean> {
  while (!run.advance(SLICE_EVENTS)) {
    if (!(await pause(run.now_seconds / scenario.duration_seconds))) return false;
  }
  return true;
}

/** The curves of a run, which are drawn behind those of later runs. */
type Course = Omit<CourseData, 'decisions'>;

/** The report of a run whose curves are not drawn yet. */
export interface RunReport {
  readonly shown: Omit<Shown, 'ribbon' | 'course'>;
  readonly course: Course;
}

export function reportOf(
  { scenario, summary: made, course, stopped }: EndedRun,
  { text, file, summary: withSummary }: Pick<Question, 'text' | 'file' | 'summary'>,
  exactness: Exactness,
): RunReport {
  const { summary, report, words } = reportedRun(made, { file, text });
  const causes = report.parts.filter((part) => part.id === 'causes' && isIn(part, 'page'));
  const { start_epoch_seconds, duration_seconds } = scenario;
  const span = { start_epoch_seconds, duration_seconds, width_seconds: course.width_seconds };
  const lanes = course.length === 0 ? [] : course.lanes();
  const limits = laneLimits(
    lanes.map(({ name }) => name),
    scenario,
    summary,
  );
  return {
    course: { ...span, lanes, limits, ...worstOf(lanes, span) },
    shown: {
      exactness,
      simulated_seconds: duration_seconds,
      ...words,
      tiles: tilesOf(summary),
      figures: pointFigures(summary),
      warnings: scenario.warnings,
      causes: html`${sectionsOf(causes).map(({ content }) => content)}`.html,
      ...(stopped !== undefined && { stopped }),
      ...(withSummary === true && { summary_json: [...summaryPieces(summary)].join('') }),
    },
  };
}

/** A report with its curves. @param behind curves to draw behind them, if of the same length */
export function withCurves({ shown, course }: RunReport, behind: Course | undefined): Shown {
  const { duration_seconds, width_seconds, lanes } = course;
  if (lanes.length === 0) return { ...shown, ribbon: '', course: '' };
  const isSame =
    behind?.duration_seconds === duration_seconds &&
    behind.width_seconds === width_seconds &&
    behind.lanes.length === lanes.length;
  const of = { ...course, behind: isSame ? behind.lanes : undefined };
  return {
    ...shown,
    ribbon: html`${drawPlot(ribbonPlot(of))}`.html,
    course: html`${drawPlot(coursePlot(of))}`.html,
  };
}

/** The report of a run, and the texts in it that depend on further runs. */
function reportedRun(made: Summary, { file, text }: Pick<Question, 'text' | 'file'>) {
  const findings = made.findings && findingsInFile({ file, text, set: [] }, made.findings);
  const summary = findings === undefined ? made : { ...made, findings };
  const asked = { file };
  const none = { course: [], fleet: [], latency: [], decisions: [] };
  const report = runReport(summary, { asked, drawn: none });
  const sets = new Map((findings ?? []).map(({ message, fixes }) => [message, fixes?.[0]?.set ?? []]));
  const words: ShownWords = {
    verdict: report.verdict,
    findings: findingCards(summary, asked).map((card) => ({ card, set: sets.get(card.message) ?? [] })),
  };
  return { summary, report, words };
}

/** The verdict and the findings of a run. */
export function wordsOf(summary: Summary, asked: Pick<Question, 'text' | 'file'>): ShownWords {
  return reportedRun(summary, asked).words;
}

/** The facts shown as tiles, and the path of each one's figure for comparisons. */
const TILES: Readonly<Record<string, string>> = {
  Cost: 'total.cost_usd_per_month',
  Latency: 'total.latency_ms.p99',
  Waited: 'total.delayed_probability',
  Suspended: 'total.suspended_seconds',
};

function tilesOf(summary: Summary): readonly Fact[] {
  const facts = runFacts(summary).filter(({ label }) => Object.hasOwn(TILES, label));
  return facts.map((fact) => {
    // A share of the time is the value, and the time it refers to is a detail.
    const parts = fact.parts.flatMap((part) => part.split(/ (?=of the time)|, (?=for a wake)/));
    return { ...fact, parts, value: summaryFigure(summary, TILES[fact.label]!) };
  });
}

/** The figures for comparing settings. */
function pointFigures({ total }: Summary): PointFigures {
  return {
    cost_usd_per_month: total.cost_usd_per_month,
    latency_p99_ms: total.latency_ms.p99,
    delayed_probability: total.delayed_probability,
  };
}
