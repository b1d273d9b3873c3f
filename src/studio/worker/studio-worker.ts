// Imported first, since modules may store what they find in `Math`.
import './node-math.js';
import './no-eval.js';
import { DAY_SECONDS } from '../../kernel/units.js';
import { placeless, refusal, ScenarioError } from '../../scenario/document/diagnostic.js';
import type { Scenario } from '../../scenario/scenario.js';
import { foreseenWork } from '../../simulation/foreseen-work.js';
import type { Fidelity } from '../../simulation/simulation.js';
import { askServer } from './ask-server.js';
import { MAX_TEXT_LENGTH } from './choices.js';
import { furtherAnswer } from './further-answer.js';
import type { Asked, Begin, Exactness, Given, Question, Reply, Stop } from './question.js';
import { controlsOf, readScenario, withWhatIf } from './read-scenario.js';
import { type EndedRun, type RunReport, reportOf, simulateShown, withCurves } from './show-run.js';
import { sizeForVendor } from './size-for-vendor.js';

/** Shorter runs, in CPU seconds, are exact from the start. */
const EXACT_AT_ONCE_SECONDS = 0.25;
/** Longer runs, in CPU seconds, go to the server if there is one. */
const LONG_CPU_SECONDS = 2;
/** Share of a run between two reports of progress. */
const PROGRESS_STEP = 0.02;
/** Delay between the exact answer and the runs that follow it, which would slow down dragging. */
const FOLLOW_MS = 300;
/** Longer runs, in CPU seconds, are refused: they are for `neap run`. */
const MAX_CPU_SECONDS = 3600;

/** Id of the latest message. */
let latest = 0;
/** Aborts the server's work for the previous message. */
let stop = new AbortController();
let pinned: RunReport['course'] | undefined;
let given: Given = { file: '', traces: {}, vendors: [] };

const send = (reply: Reply): void => self.postMessage(reply);

/** Lets messages arrive between two slices. */
function messages(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(0);
  });
}

self.onmessage = async ({ data }: MessageEvent<Begin | Asked | Stop>) => {
  if (data.purpose === 'begin') {
    given = data;
    return;
  }
  latest = data.id;
  stop.abort();
  stop = new AbortController();
  if (data.purpose === 'stop') return;
  try {
    // While the user types, only the latest text is compiled.
    await messages();
    if (isLatest(data)) await answer({ ...given, ...data });
  } catch (error) {
    const { id } = data;
    const message = error instanceof Error ? error.message : String(error);
    const diagnostics = error instanceof ScenarioError ? error.diagnostics : [placeless(given.file, message)];
    if (isLatest(data)) send({ id, kind: 'wrong', diagnostics: diagnostics.slice(0, 50) });
  }
};

const isLatest = ({ id }: Asked): boolean => latest === id;

async function answer(question: Question): Promise<void> {
  const { id, text, file } = question;
  if (text.length > MAX_TEXT_LENGTH) {
    const most = `${MAX_TEXT_LENGTH / 1e6} million characters`;
    throw refusal(file, `the text has more than ${most}; use "neap run"`);
  }
  const written = await readScenario(question, [], 'pending');
  if (question.purpose === 'show') {
    send({ id, kind: 'controls', controls: controlsOf(written, question.vendors) });
  }
  const { cpu_seconds } = foreseenWork(withWhatIf(written, question));
  if (cpu_seconds > MAX_CPU_SECONDS) {
    const hours = Math.round(cpu_seconds / 3600);
    throw refusal(file, `the run would take about ${hours} h; shorten duration, or use "neap run"`);
  }
  let reported = 0;
  const progress = (part: number, doing: string): void => {
    if (Math.abs(part - reported) < PROGRESS_STEP) return;
    reported = part;
    send({ id, kind: 'progress', part, doing });
  };
  const pause = async (doing: string, part: number): Promise<boolean> => {
    await messages();
    if (!isLatest(question)) return false;
    progress(part, doing);
    return true;
  };
  const show = (report: RunReport, is_last: boolean): void => {
    if (question.pin === true) pinned = undefined;
    send({ id, kind: 'shown', shown: withCurves(report, pinned), is_last });
    pinned ??= report.course;
  };
  const compile = async (set: readonly string[]) => withWhatIf(await readScenario(question, set), question);
  /** The override for another vendor's size, which depends on the fidelity and length of the sizing run. */
  let sized: readonly string[] = [];
  const compiled = async (fidelity: Fidelity, until_seconds: number | undefined): Promise<Scenario> => {
    if (written.vendor === undefined) return withWhatIf(written, question);
    sized = await sizeForVendor(question, () => question.vendors, compile, {
      fidelity,
      until_seconds,
      pause: (part) => pause('sizing run', part),
    });
    return compile(sized);
  };
  const run = async (exactness: Exactness): Promise<EndedRun | undefined> => {
    const fidelity = exactness === 'exact' ? 'exact' : 'hybrid';
    const until_seconds = exactness === 'preview' ? DAY_SECONDS : undefined;
    const onPause = (part: number) => pause(`${exactness} run`, part);
    const scenario = await compiled(fidelity, until_seconds);
    const made = await simulateShown(scenario, fidelity, onPause, until_seconds);
    if (made === undefined) return undefined;
    const hasStopped = made.stopped !== undefined;
    show(reportOf(made, question, exactness), exactness === 'exact' || hasStopped);
    return hasStopped ? undefined : made;
  };
  const isShort = cpu_seconds < EXACT_AT_ONCE_SECONDS;
  if (question.purpose === 'preview') {
    if (!isShort && written.duration_seconds > 2 * DAY_SECONDS) await run('preview');
    return;
  }
  if (!isShort && (await run('hybrid')) === undefined) return;
  if (cpu_seconds <= LONG_CPU_SECONDS || !(await runOnServer(question, progress, show))) {
    const exact = await run('exact');
    if (exact === undefined) return;
    await new Promise((done) => setTimeout(done, FOLLOW_MS));
    if (!isLatest(question)) return;
    const changed = async (set: readonly string[]) => {
      const scenario = await compile([...sized, ...set]);
      return { name: scenario.name, scenario };
    };
    for await (const further of furtherAnswer(exact, question, changed, pause)) {
      send({ id, kind: 'further', further });
    }
  }
  if (isLatest(question)) send({ id, kind: 'finished' });
}

/**
 * Asks the page's server for the exact run, and those that follow it.
 * @returns whether it answered, or the question was stopped
 */
async function runOnServer(
  question: Question,
  progress: (part: number, doing: string) => void,
  show: (report: RunReport, is_last: boolean) => void,
): Promise<boolean> {
  const { id, server, text, load_factor, without } = question;
  if (server === undefined) return false;
  let hasRun = false;
  const { signal } = stop;
  await askServer({ kind: 'run', text, load_factor, without }, server, signal, (reply) => {
    if (!isLatest(question)) return;
    if (reply.kind === 'progress') progress(reply.part, `${reply.doing} on the server`);
    else if (reply.kind === 'further') send({ id, kind: 'further', further: reply.further });
    else if (reply.kind === 'ran') {
      hasRun = true;
      show({ ...reply.report, shown: { ...reply.report.shown, by_server: true } }, true);
    }
  });
  return hasRun || signal.aborted;
}
