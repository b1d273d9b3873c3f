/** A moment as `2026-01-05 14:30:00.250` UTC; seconds only where the moment has some, parts of them likewise. */
export function shownMoment(epoch_ms: number): string {
  const [day, time] = new Date(Math.round(epoch_ms)).toISOString().slice(0, -1).split('T');
  return `${day} ${time!.replace(/\.000$/, '').replace(/^(\d\d:\d\d):00$/, '$1')}`;
}
