import { effectiveSuspendTimeout } from '../../../compute/lifecycle/suspend-timeout.js';
import { duration, money, number } from '../../../report/figures/figure-text.js';
import type { ComputeStatus, Status } from '../status.js';

/** A cell's text, its CSS class, and the small text below it. */
type Cell = readonly [text: string, kind?: string, below?: string];

/** Shows the computes. @param connect connects a client to the compute with an id */
export function showComputes(computes: readonly ComputeStatus[], connect: (id: string) => void): void {
  drawRows('computes', computes, (row, compute) => {
    const pending = compute.pending_state === undefined ? '' : ` → ${compute.pending_state}`;
    row.dataset['id'] = compute.id;
    // An unreachable host is not shown; a reachable one contains the id.
    const id = compute.name === undefined ? '' : compute.id;
    drawCells(row, [
      [compute.name ?? compute.id, 'words', compute.host.endsWith('.invalid') ? id : compute.host],
      [`${compute.project} / ${compute.branch}`, '', compute.type],
      [`${compute.state}${pending}${compute.disabled ? ', disabled' : ''}`, `state ${compute.state}`],
      [sizeText(compute)],
      [timeoutText(compute), 'figure'],
      [number(compute.cu_hours), 'figure'],
      [compute.cost_usd === null ? '-' : money(compute.cost_usd), 'figure'],
      [timeText(compute.last_active)],
    ]);
    const button = row.querySelector('button') ?? connectButton(row, connect);
    const label = `connect to ${compute.name ?? compute.id}`;
    if (button.getAttribute('aria-label') !== label) button.setAttribute('aria-label', label);
  });
}

export function showOperations(operations: Status['operations']): void {
  drawRows('operations', operations, (row, operation) => {
    const { compute, endpoint_id = '' } = operation;
    drawCells(row, [
      [timeText(operation.created_at)],
      [operation.action],
      [operation.status],
      [operation.project],
      compute === undefined ? [endpoint_id] : [compute, '', endpoint_id],
    ]);
  });
}

/** Shows the events of the scenario's computes. */
export function showEvents(course: Status['course']): void {
  document.getElementById('events')!.hidden = course === undefined;
  drawRows('events', course?.events ?? [], (row, { at, compute, what, reason }) => {
    drawCells(row, [[timeText(at)], [compute], [what], [reason]]);
  });
}

/** Shows the latest calls and highlights refusals. */
export function showCalls(calls: Status['calls']): void {
  drawRows('calls', calls, (row, { at, method, path, status, faulty }) => {
    const refused = status >= 400;
    const words = `${status}${STATUS_WORDS[status] === undefined ? '' : ` ${STATUS_WORDS[status]}`}${faulty ? ', by a fault' : ''}`;
    drawCells(row, [[timeText(at)], [words, refused ? 'refused' : ''], [`${method} ${path}`]]);
  });
}

/** Refusals that a client should expect. */
const STATUS_WORDS: Readonly<Record<number, string>> = {
  401: 'no valid key',
  404: 'not found',
  423: 'locked by an operation',
  429: 'too many requests',
};

/** A compute in three lines: name, place, and state with size. */
export function computeText(compute: ComputeStatus): string {
  return `${compute.name ?? compute.id}\n${compute.project} / ${compute.branch}, ${compute.type}\n${compute.state}, ${sizeText(compute)}`;
}

function connectButton(row: HTMLTableRowElement, connect: (id: string) => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'connect';
  // The id is read at each click: the row may show another compute by then.
  button.addEventListener('click', () => connect(row.dataset['id'] ?? ''));
  row.insertCell().append(button);
  return button;
}

/** Updates rows in place, so that buttons keep their position and focus. */
function drawRows<Row>(
  table: string,
  rows: readonly Row[],
  drawRow: (into: HTMLTableRowElement, row: Row) => void,
) {
  const body = document.querySelector<HTMLTableSectionElement>(`#${table} tbody`)!;
  for (const [index, row] of rows.entries()) drawRow(body.rows[index] ?? body.insertRow(), row);
  while (body.rows.length > rows.length) body.deleteRow(-1);
}

/** Names come from users, so they are set only as text. */
function drawCells(row: HTMLTableRowElement, cells: readonly Cell[]): void {
  for (const [index, [text, kind = '', below = '']] of cells.entries()) {
    const cell = row.cells[index] ?? cellOf(row, index);
    if (cell.className !== kind) cell.className = kind;
    const [main, small] = cell.children as unknown as [HTMLElement, HTMLElement];
    if (main.textContent !== text) main.textContent = text;
    if (small.textContent !== below) small.textContent = below;
    small.hidden = below === '';
  }
}

function cellOf(row: HTMLTableRowElement, index: number): HTMLTableCellElement {
  const cell = document.createElement(index === 0 ? 'th' : 'td');
  if (index === 0) cell.scope = 'row';
  const main = document.createElement('bdi');
  const small = document.createElement('span');
  small.className = 'id';
  cell.append(main, small);
  row.append(cell);
  return cell;
}

function sizeText(compute: ComputeStatus): string {
  const { autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max, state, current_cu } = compute;
  if (min === max) return `${min} CU`;
  return state === 'active' ? `${current_cu} CU (${min} to ${max} CU)` : `${min} to ${max} CU`;
}

function timeoutText({ suspend_timeout_seconds }: ComputeStatus): string {
  const seconds = effectiveSuspendTimeout(suspend_timeout_seconds);
  return Number.isFinite(seconds) ? duration(seconds) : 'never';
}

/** A time in UTC. */
export function timeText(iso: string | undefined): string {
  return iso === undefined ? 'never' : iso.replace('T', ' ').replace('Z', '');
}
