import { byId, element } from '../../../report/page/browser/element.js';
import type { ComputeStatus, Status } from '../status.js';
import { computeText } from './status-tables.js';

/** Maximum number of computes whose tiles have names. */
const MAX_NAMED_TILES = 20;

const STATE_NAMES = { active: 'active', idle: 'idle', init: 'starting' } as const;

/** Calls `choose` with the id of a compute whose tile is clicked. */
export function onTileClick(choose: (id: string) => void): void {
  byId('tiles', HTMLDivElement).addEventListener('click', ({ target }) => {
    const entry = target instanceof Element ? target.closest<HTMLElement>('.entry') : null;
    const id = entry?.dataset['id'];
    if (id !== undefined) choose(id);
  });
}

/** Draws the tiles of the shown computes, and the number of all computes in each state. */
export function showTiles({ computes, computes_by_state, chosen }: Status): void {
  const counts = Object.entries(STATE_NAMES).map(([state, name]) => {
    const text = `${computes_by_state[state] ?? 0} ${name}`;
    byId(`count-${state}`, HTMLSpanElement).textContent = text;
    return text;
  });
  const place = byId('tiles', HTMLDivElement);
  const left = chosen.count - computes.length;
  place.setAttribute(
    'aria-label',
    `${counts.join(', ')}; a tile for each of ${computes.length} computes${left > 0 ? `, ${left} more have none` : ''}`,
  );
  const is_named = computes.length <= MAX_NAMED_TILES;
  place.classList.toggle('named', is_named);
  for (const [index, compute] of computes.entries()) {
    const entry = (place.children[index] as HTMLElement | undefined) ?? place.appendChild(newEntry());
    const [tile, name] = entry.children as unknown as [HTMLElement, HTMLElement];
    entry.dataset['id'] = compute.id;
    drawTile(tile, compute);
    const text = is_named ? (compute.name ?? `${compute.project} / ${compute.branch}`) : '';
    if (name.textContent !== text) name.textContent = text;
    name.hidden = !is_named;
  }
  while (place.children.length > computes.length) place.lastElementChild!.remove();
}

/** A tile and the name next to it. */
function newEntry(): HTMLElement {
  const entry = element('span', '', 'entry');
  entry.append(element('span'), element('bdi', '', 'name'));
  return entry;
}

function drawTile(tile: HTMLElement, compute: ComputeStatus): void {
  const { state, pending_state, disabled, current_cu, autoscaling_limit_max_cu } = compute;
  const changing = pending_state === undefined ? '' : ' changing';
  const kind = `tile ${state}${changing}${disabled ? ' disabled' : ''}`;
  if (tile.className !== kind) tile.className = kind;
  const share = state === 'active' ? Math.max(0.12, current_cu / autoscaling_limit_max_cu) : 0;
  const full = `${Math.round(100 * Math.min(1, share))}%`;
  if (tile.style.getPropertyValue('--full') !== full) tile.style.setProperty('--full', full);
  tile.dataset['tip'] = computeText(compute);
}
