import { byId } from '../../../report/page/browser/element.js';
import type { ComputeStatus, Status } from '../status.js';
import { computeText } from './status-tables.js';

const STATE_NAMES = { active: 'active', idle: 'idle', init: 'starting' } as const;

/** A tile for each compute, filled as far as it is large. @param choose called with the id of the one that is clicked */
export function letTilesChoose(choose: (id: string) => void): void {
  byId('tiles', HTMLDivElement).addEventListener('click', ({ target }) => {
    const id = target instanceof HTMLElement ? target.dataset['id'] : undefined;
    if (id !== undefined) choose(id);
  });
}

/** Draws the tiles of the computes that are shown, and how many of all there are in each state. */
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
  for (const [index, compute] of computes.entries()) {
    const known = place.children[index] as HTMLElement | undefined;
    drawTile(known ?? place.appendChild(document.createElement('span')), compute);
  }
  while (place.children.length > computes.length) place.lastElementChild!.remove();
}

function drawTile(tile: HTMLElement, compute: ComputeStatus): void {
  const { id, state, pending_state, disabled, current_cu, autoscaling_limit_max_cu } = compute;
  const changing = pending_state === undefined ? '' : ' changing';
  const kind = `tile ${state}${changing}${disabled ? ' disabled' : ''}`;
  if (tile.className !== kind) tile.className = kind;
  const share = state === 'active' ? Math.max(0.12, current_cu / autoscaling_limit_max_cu) : 0;
  const full = `${Math.round(100 * Math.min(1, share))}%`;
  if (tile.style.getPropertyValue('--full') !== full) tile.style.setProperty('--full', full);
  tile.dataset['id'] = id;
  tile.dataset['tip'] = computeText(compute);
}
