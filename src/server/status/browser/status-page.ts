import { effectiveSuspendTimeout } from '../../../compute/lifecycle/suspend-timeout.js';
import { byId } from '../../../report/page/browser/element.js';
import type { ComputeStatus, OperationStatus, Status } from '../status.js';

const REFRESH_MS = 2000;

/**
 * Asks for the state every two seconds and changes what has changed, so that buttons stay where they are and keep the
 * focus. Names come from users, so they are only ever set as text.
 */
function begin(): void {
  const controls = byId('controls', HTMLSpanElement);
  const clock = (text: string, change: object): void =>
    controls.append(
      button(text, () => call('POST', '/clock', change)),
      ' ',
    );
  for (const span of ['1s', '1m', '5m', '1h', '1d']) clock(`+${span}`, { advance: span });
  controls.append(' speed ');
  for (const speed of [0, 1, 60]) clock(String(speed), { speed });
  void refresh();
  setInterval(() => void refresh(), REFRESH_MS);
}

async function refresh(): Promise<void> {
  try {
    draw((await call('GET', '/state')) as Status);
  } catch (error) {
    say(`no answer from the emulator: ${messageOf(error)}`);
  }
}

function draw(state: Status): void {
  const { now, speed, projects, computes_by_state, operations_in_flight, computes, operations } = state;
  const { init = 0, active = 0, idle = 0 } = computes_by_state;
  byId('now', HTMLElement).textContent = now.replace('T', ' ').replace('Z', ' UTC');
  byId('speed', HTMLElement).textContent =
    speed === 0 ? 'standing still' : speed === 1 ? 'wall clock' : `${speed} times as fast`;
  byId('totals', HTMLElement).textContent =
    `${projects} ${projects === 1 ? 'project' : 'projects'}; computes: ${active} active, ${idle} idle, ${init} starting; ${operations_in_flight} operations in flight`;
  drawRows('computes', computes, drawCompute);
  const more = init + active + idle - computes.length;
  byId('more', HTMLElement).textContent = more > 0 ? `and ${more} more` : '';
  drawRows('operations', operations, drawOperation);
}

function drawRows<Row>(
  table: string,
  rows: readonly Row[],
  drawRow: (into: HTMLTableRowElement, row: Row) => void,
) {
  const body = byId(table, HTMLTableElement).tBodies[0]!;
  for (const [index, row] of rows.entries()) drawRow(body.rows[index] ?? body.insertRow(), row);
  while (body.rows.length > rows.length) body.deleteRow(-1);
}

function drawCompute(into: HTMLTableRowElement, compute: ComputeStatus): void {
  const pending = compute.pending_state === undefined ? '' : ` → ${compute.pending_state}`;
  drawCells(into, [
    [compute.id, 'id'],
    [`${compute.project} / ${compute.branch}`],
    [compute.type],
    [`${compute.state}${pending}${compute.disabled ? ', disabled' : ''}`, `state ${compute.state}`],
    [sizeText(compute), 'number'],
    [timeoutText(compute), 'number'],
    [compute.last_active ?? 'never', 'number'],
  ]);
  if (into.cells.length > 7) return;
  // Asked anew when it is pressed: the row may be another compute's by then.
  const connect = (): Promise<unknown> =>
    call('POST', `/endpoints/${encodeURIComponent(into.cells[0]!.textContent ?? '')}/connect`);
  into.insertCell().append(button('connect', connect));
}

function drawOperation(into: HTMLTableRowElement, operation: OperationStatus): void {
  drawCells(into, [
    [operation.created_at, 'number'],
    [operation.action],
    [operation.status],
    [operation.project],
    [operation.endpoint_id ?? '', 'id'],
  ]);
}

function drawCells(
  into: HTMLTableRowElement,
  cells: readonly (readonly [text: string, kind?: string])[],
): void {
  for (const [index, [text, kind = '']] of cells.entries()) {
    const cell = into.cells[index] ?? into.insertCell();
    if (cell.textContent !== text) cell.textContent = text;
    cell.className = kind;
  }
}

function sizeText(compute: ComputeStatus): string {
  const { autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max, state, current_cu } = compute;
  if (min === max) return `${min} CU`;
  return state === 'active' ? `${current_cu} CU (${min} to ${max} CU)` : `${min} to ${max} CU`;
}

function timeoutText({ suspend_timeout_seconds }: ComputeStatus): string {
  const seconds = effectiveSuspendTimeout(suspend_timeout_seconds);
  return Number.isFinite(seconds) ? `${seconds} s` : 'never';
}

function button(text: string, action: () => Promise<unknown>): HTMLButtonElement {
  const made = document.createElement('button');
  made.textContent = text;
  made.addEventListener('click', async () => {
    try {
      await action();
      say('');
    } catch (error) {
      say(messageOf(error));
    }
    await refresh();
  });
  return made;
}

/** @throws Error with the emulator's words where it refuses */
async function call(method: string, path: string, body?: object): Promise<unknown> {
  const content =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  const answer = await fetch(`/_neap${path}`, { method, ...content });
  const value: unknown = await answer.json();
  if (!answer.ok) throw new Error((value as { readonly message: string }).message);
  return value;
}

function say(problem: string): void {
  byId('problem', HTMLElement).textContent = problem;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

begin();
