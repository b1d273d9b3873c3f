import { byId } from './element.js';

/** Distance from the pointer, and from the edge of the window; pixels. */
const GAP = 12;

/** Shows the text of `data-tip` next to the element under the pointer or with the focus. */
export function showTips(): void {
  const tip = byId('tip', HTMLDivElement);
  const hide = (): void => {
    tip.hidden = true;
  };
  const show = (target: EventTarget | null, x?: number, y?: number): void => {
    const about = target instanceof Element ? target.closest('[data-tip]') : null;
    if (about === null) {
      hide();
      return;
    }
    tip.textContent = about.getAttribute('data-tip');
    tip.hidden = false;
    const box = about.getBoundingClientRect();
    const left = (x ?? box.right) + GAP;
    const top = (y ?? box.top) + GAP;
    tip.style.left = `${Math.max(GAP, Math.min(left, innerWidth - tip.offsetWidth - GAP))}px`;
    tip.style.top = `${Math.max(GAP, Math.min(top, innerHeight - tip.offsetHeight - GAP))}px`;
  };
  document.addEventListener('pointermove', (event) => show(event.target, event.clientX, event.clientY));
  document.addEventListener('pointerleave', hide);
  document.addEventListener('focusin', (event) => show(event.target));
  document.addEventListener('focusout', hide);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide();
  });
}
