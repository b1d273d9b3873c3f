import { HOURS_PER_MONTH } from '../../../cost/compute-cost.js';
import { counted, duration, money, number } from '../../../report/figures/figure-text.js';
import { byId } from '../../../report/page/browser/element.js';
import { showTips } from '../../../report/page/browser/tooltip.js';
import type { Status } from '../status.js';
import { onTileClick, showTiles } from './compute-tiles.js';
import { call, fetchDrawing, messageOf } from './emulator-calls.js';
import { showCalls, showComputes, showEvents, showOperations, timeText } from './status-tables.js';
import { TimeButtons } from './time-controls.js';

const REFRESH_MS = 2000;
/** Delay between the last key press and the search. */
const TYPING_MS = 200;

const search = byId('search', HTMLInputElement);
const state = byId('state', HTMLSelectElement);
const time = new TimeButtons({ showProblem, refresh });
/** Number of requests so far; answers to earlier ones are dropped. */
let requests = 0;
/** Identifies the figures of the current drawing. */
let drawn = '';
/** Whether the latest request failed. */
let unanswered = false;

function begin(): void {
  showTips();
  onTileClick((id) => {
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
  requests += 1;
  const request = requests;
  const choice = new URLSearchParams();
  if (search.value.trim() !== '') choice.set('search', search.value.trim());
  if (state.value !== '') choice.set('state', state.value);
  const query = choice.size === 0 ? '' : `?${choice}`;
  try {
    const status = (await call('GET', `/state${query}`)) as Status;
    if (request !== requests) return;
    draw(status);
    if (unanswered) showProblem('');
    unanswered = false;
    const basis = `${status.now} ${status.since} ${status.chosen.count} ${query}`;
    if (basis === drawn) return;
    const drawing = await fetchDrawing(`/curve${query}`);
    if (request !== requests) return;
    showDrawing(drawing);
    drawn = basis;
  } catch (error) {
    unanswered = true;
    showProblem(`no answer from the emulator: ${messageOf(error)}`);
  }
}

function draw(status: Status): void {
  const { now, speed, scenario, projects, chosen, computes, operations_in_flight } = status;
  set('title', scenario ?? 'Emulated computes');
  set('now', `${timeText(now)} UTC`);
  set('speed', speed === 0 ? 'paused' : speed === 1 ? 'wall clock' : `${speed} times as fast`);
  time.showSpeed(speed);
  const cost = chosen.cost_usd === null ? '' : `, ${money(chosen.cost_usd)} so far${monthText(status)}`;
  set('course', courseText(status));
  byId('begin', HTMLElement).hidden = projects > 0;
  // Without a project, nothing can be drawn or listed.
  for (const id of PROJECT_SECTIONS) byId(id, HTMLElement).hidden = projects === 0;
  set('begin-commands', FIRST_COMMANDS);
  const whole = search.value.trim() === '' && state.value === '';
  set(
    'totals',
    `${whole ? counted(projects, 'project') : 'Search results'}: ${counted(chosen.count, 'compute')}, ${number(chosen.current_cu)} CU now, ${number(chosen.cu_hours)} CU-hours${cost}; ${counted(operations_in_flight, 'operation')} in flight`,
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

/** Sections that are hidden until a project exists. */
const PROJECT_SECTIONS = ['glance', 'curve', 'computes', 'operations'];

/** The shortest emulated time that a month is projected from. */
const MIN_PROJECTED_HOURS = 1;

/** The cost of a month at the mean rate since the beginning. */
function monthText({ now, since, chosen: { cost_usd } }: Status): string {
  const hours = (Date.parse(now) - Date.parse(since)) / 3_600_000;
  if (cost_usd === null || hours < MIN_PROJECTED_HOURS) return '';
  return `, ${money((cost_usd / hours) * HOURS_PER_MONTH)} per month at this rate`;
}

/** The progress of the scenario. */
function courseText({ course }: Status): string {
  if (course === undefined) return '';
  const { ended, ends, queries, failed, latency_p50_seconds, latency_p99_seconds, open_connections } = course;
  const outcome = `${counted(queries, 'query', 'queries')}, ${number(failed)} failed; latency p50 ${duration(latency_p50_seconds)}, p99 ${duration(latency_p99_seconds)}`;
  return ended
    ? `The scenario ended at ${timeText(ends)} UTC and no longer uses its computes: ${outcome}.`
    : `The scenario runs until ${timeText(ends)} UTC: ${outcome}; ${counted(open_connections, 'open connection')}.`;
}

/** Commands that create the first project. */
const FIRST_COMMANDS = [
  `export NEON_API_HOST=${location.origin}/api/v2`,
  'export NEON_API_KEY=napi_…',
  '',
  'neonctl projects create --name shop',
  '',
  'curl -X POST -H "Authorization: Bearer $NEON_API_KEY" -H "Content-Type: application/json" \\',
  `  -d '{"project": {"name": "shop"}}' $NEON_API_HOST/projects`,
].join('\n');

/** Inserts HTML from the emulator, which escapes names. An open table stays open. */
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
    showProblem('');
  } catch (error) {
    showProblem(messageOf(error));
  }
  await refresh();
}

function showProblem(problem: string): void {
  set('problem', problem);
}

function set(id: string, text: string): void {
  const place = byId(id, HTMLElement);
  if (place.textContent !== text) place.textContent = text;
}

begin();
