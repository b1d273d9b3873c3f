// First, since modules may keep what they find.
import './node-math.js';
import { z } from 'zod';
import { DAY_SECONDS } from '../../kernel/units.js';
import { placeless, ScenarioError } from '../../scenario/document/diagnostic.js';
import { foreseenWork } from '../../simulation/foreseen-work.js';
import { furtherAnswer } from './further-answer.js';
import type { Exactness, Question, Reply, Stop } from './question.js';
import { controlsOf, MAX_TEXT_LENGTH, readScenario, withWhatIf } from './read-scenario.js';
import { type Course, shownRun, simulateShown } from './show-run.js';

// The policy of the page allows no code made from text, which zod would try.
z.config({ jitless: true });

/** Runs of fewer CPU seconds than this are exact at once. */
const EXACT_AT_ONCE_SECONDS = 0.25;
/** Part of a run between two reports of progress. */
const PROGRESS_STEP = 0.02;
/** Work that a page refuses: it is for `neap run`. */
const MAX_CPU_SECONDS = 3600;

/** Number of the newest message. */
let latest = 0;
let pinned: Course | undefined;

const send = (reply: Reply): void => self.postMessage(reply);

/** Lets messages come in between two slices. */
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

self.onmessage = async ({ data }: MessageEvent<Question | Stop>) => {
  latest = data.id;
  if (data.purpose === 'stop') return;
  try {
    await answer(data);
  } catch (error) {
    const { id, file } = data;
    const message = error instanceof Error ? error.message : String(error);
    const diagnostics = error instanceof ScenarioError ? error.diagnostics : [placeless(file, message)];
    if (isLatest(data)) send({ id, kind: 'wrong', diagnostics: diagnostics.slice(0, 50) });
  }
};

const isLatest = ({ id }: Question): boolean => latest === id;

async function answer(question: Question): Promise<void> {
  const { id, text, file } = question;
  if (text.length > MAX_TEXT_LENGTH) {
    const most = `${MAX_TEXT_LENGTH / 1e6} million characters`;
    send({
      id,
      kind: 'wrong',
      diagnostics: [placeless(file, `the text has more than ${most}; use "neap run"`)],
    });
    return;
  }
  const written = await readScenario(question);
  if (question.purpose === 'show') send({ id, kind: 'controls', controls: controlsOf(written) });
  const scenario = withWhatIf(written, question);
  const { cpu_seconds } = foreseenWork(scenario);
  if (cpu_seconds > MAX_CPU_SECONDS) {
    const hours = Math.round(cpu_seconds / 3600);
    const message = `the run would take about ${hours} h; shorten duration, or use "neap run"`;
    send({ id, kind: 'wrong', diagnostics: [placeless(file, message)] });
    return;
  }
  let reported = 0;
  const pause = async (doing: string, part: number): Promise<boolean> => {
    await messages();
    if (!isLatest(question)) return false;
    if (Math.abs(part - reported) >= PROGRESS_STEP) {
      reported = part;
      send({ id, kind: 'progress', part, doing });
    }
    return true;
  };
  if (question.purpose === 'further') {
    const compile = async (set: readonly string[]) => {
      const changed = withWhatIf(await readScenario(question, set), question);
      return { name: changed.name, scenario: changed, source: undefined };
    };
    for await (const further of furtherAnswer(scenario, question, compile, pause)) {
      send({ id, kind: 'further', further });
    }
    if (isLatest(question)) send({ id, kind: 'finished' });
    return;
  }
  const show = async (exactness: Exactness, is_last: boolean): Promise<boolean> => {
    const until = exactness === 'preview' ? DAY_SECONDS : undefined;
    const run = await simulateShown(
      scenario,
      exactness === 'exact' ? 'exact' : 'hybrid',
      (part) => pause(`${exactness} run`, part),
      until,
    );
    if (run === undefined) return false;
    const { shown, drawn } = shownRun(run, question, { exactness, behind: pinned });
    if (question.pin === true || pinned === undefined) pinned = drawn;
    const ended = run.stopped !== undefined;
    send({ id, kind: 'shown', shown, is_last: is_last || ended });
    return !ended;
  };
  const isShort = cpu_seconds < EXACT_AT_ONCE_SECONDS;
  if (question.purpose === 'preview') {
    const isLong = !isShort && scenario.fleet === undefined && scenario.duration_seconds > 2 * DAY_SECONDS;
    if (isLong) await show('preview', false);
  } else if (isShort || (await show('hybrid', false))) await show('exact', true);
}
