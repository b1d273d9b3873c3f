const FORM = /^#t=(\d+)-(\d+)$/;

/** The stretch that the page's address names, in seconds since the run's beginning; `undefined` where it names none. */
export function stretchOfAddress(): readonly [from: number, to: number] | undefined {
  const [, from, to] = FORM.exec(location.hash) ?? [];
  return from === undefined || to === undefined ? undefined : [Number(from), Number(to)];
}

/** Writes a stretch into the page's address, so that a link leads to it; the whole run takes no room there. */
export function keepInAddress(from: number, to: number, whole: boolean): void {
  if (whole && stretchOfAddress() === undefined) return;
  const hash = whole ? '' : `#t=${Math.floor(from)}-${Math.ceil(to)}`;
  try {
    history.replaceState(null, '', `${location.pathname}${location.search}${hash}`);
  } catch {
    // Some viewers allow a page no address of its own.
  }
}
