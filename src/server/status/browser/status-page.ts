import { HOURS_PER_MONTH } from '../../../cost/compute-cost.js';
import { counted, duration, money, number } from '../../../report/figures/figure-text.js';
import { byId } from '../../../report/page/browser/element.js';
import { showTips } from '../../../report/page/browser/tooltip.js';
import type { Status } from '../status.js';
import { letTilesChoose, showTiles } from './compute-tiles.js';
import { call, drawingAt, messageOf } from './emulator-calls.js';
import { showCalls, showComputes, showEvents, showOperations, timeText } from './status-tables.js';
import { TimeButtons } from './time-controls.js';

const REFRESH_MS = 2000;
/** Delay between the last key press and the search. */
const TYPING_MS = 200;

const search = byId('search', HTMLInputElement);
const state = byId('state', HTMLSelectElement);
const time = new TimeButtons({ say, refresh });
/** The latest question: an answer to an earlier one is not shown. */
let asked = 0;
/** The figures that the current drawing shows. */
let drawn = '';
/** Whether the latest question had no answer. */
let unanswered = false;

function begin(): void {
  showTips();
  letTilesChoose((id) => {
    search.value = search.value === id ? '' : id;
    void refresh();
  });
  let typing: ReturnType<typeof setTimeout> | undefined;
  search.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(() => void refresh(), TYPING_MS);
  });
  state.addEventListener('change', () => void refresh());
  void refresh();
  setInterval(() => {
    // A hidden page requests no data.
    if (!document.hidden) void refresh();
  }, REFRESH_MS);
  document.documentElement.dataset['ready'] = 'yes';
}

async function refresh(): Promise<void> {
  asked += 1;
  const question = asked;
  const choice = new URLSearchParams();
  if (search.value.trim() !== '') choice.set('search', search.value.trim());
  if (state.value !== '') choice.set('state', state.value);
  const query = choice.size === 0 ? '' : `?${choice}`;
  try {
    const status = (await call('GET', `/state${query}`)) as Status;
    if (question !== asked) return;
    draw(status);
    if (unanswered) say('');
    unanswered = false;
    const basis = `${status.now} ${status.since} ${status.chosen.count} ${query}`;
    if (basis === drawn) return;
    const drawing = await drawingAt(`/curve${query}`);
    if (question !== asked) return;
    showDrawing(drawing);
    drawn = basis;
  } catch (error) {
    unanswered = true;
    say(`no answer from the emulator: ${messageOf(error)}`);
  }
}

function draw(status: Status): void {
  const { now, speed, scenario, projects, chosen, computes, operations_in_flight } = status;
  set('title', scenario ?? 'Emulated computes');
  set('now', `${timeText(now)} UTC`);
  set('speed', speed === 0 ? 'standing still' : speed === 1 ? 'wall clock' : `${speed} times as fast`);
  time.showSpeed(speed);
  const cost = chosen.cost_usd === null ? '' : `, ${money(chosen.cost_usd)} so far${monthText(status)}`;
  set('course', courseText(status));
  byId('begin', HTMLElement).hidden = projects > 0;
  // Without a project, nothing can be drawn or listed.
  for (const id of USED) byId(id, HTMLElement).hidden = projects === 0;
  set('begin-commands', BEGINNING);
  const whole = search.value.trim() === '' && state.value === '';
  set(
    'totals',
    `${whole ? counted(projects, 'project') : 'Of what was searched for'}: ${counted(chosen.count, 'compute')}, ${number(chosen.current_cu)} CU now, ${number(chosen.cu_hours)} CU-hours${cost}; ${counted(operations_in_flight, 'operation')} in flight`,
  );
  set('found', whole ? '' : `${counted(chosen.count, 'compute')} found`);
  set('since', `${timeText(status.since)} UTC`);
  showTiles(status);
  showComputes(computes, (id) => void connect(id));
  const more = chosen.count - computes.length;
  set('more', more > 0 ? `and ${counted(more, 'compute')} more: search for them` : '');
  showEvents(status.course);
  showOperations(status.operations);
  showCalls(status.calls);
}

/** Sections that are shown once there is a project. */
const USED = ['glance', 'curve', 'computes', 'operations'];

/** The shortest emulated time that a month is projected from. */
const MIN_PROJECTED_HOURS = 1;

/** The cost of a month at the mean rate since the beginning. */
function monthText({ now, since, chosen: { cost_usd } }: Status): string {
  const hours = (Date.parse(now) - Date.parse(since)) / 3_600_000;
  if (cost_usd === null || hours < MIN_PROJECTED_HOURS) return '';
  return `, ${money((cost_usd / hours) * HOURS_PER_MONTH)} per month at this rate`;
}

/** How far the scenario has come. */
function courseText({ course }: Status): string {
  if (course === undefined) return '';
  const { ended, ends, queries, failed, latency_p50_seconds, latency_p99_seconds, open_connections } = course;
  const outcome = `${counted(queries, 'query', 'queries')}, ${number(failed)} failed; latency p50 ${duration(latency_p50_seconds)}, p99 ${duration(latency_p99_seconds)}`;
  return ended
    ? `The scenario ended at ${timeText(ends)} UTC and no longer uses its computes: ${outcome}.`
    : `The scenario runs until ${timeText(ends)} UTC: ${outcome}; ${counted(open_connections, 'open connection')}.`;
}

/** Commands of a first project. */
const BEGINNING = [
  `export NEON_API_HOST=${location.origin}/api/v2`,
  'export NEON_API_KEY=napi_…',
  '',
  'neonctl projects create --name shop',
  '',
  'curl -X POST -H "Authorization: Bearer $NEON_API_KEY" -H "Content-Type: application/json" \\',
  `  -d '{"project": {"name": "shop"}}' $NEON_API_HOST/projects`,
].join('\n');

/** The drawing comes from the emulator, which escapes the names in it. An open table stays open. */
function showDrawing(drawing: string): void {
  const place = byId('drawing', HTMLDivElement);
  const open = place.querySelector('details')?.open === true;
  place.replaceChildren(...new DOMParser().parseFromString(drawing, 'text/html').body.childNodes);
  const details = place.querySelector('details');
  if (details !== null) details.open = open;
}

async function connect(id: string): Promise<void> {
  try {
    await call('POST', `/endpoints/${encodeURIComponent(id)}/connect`);
    say('');
  } catch (error) {
    say(messageOf(error));
  }
  await refresh();
}

function say(problem: string): void {
  set('problem', problem);
}

function set(id: string, text: string): void {
  const place = byId(id, HTMLElement);
  if (place.textContent !== text) place.textContent = text;
}

begin();
