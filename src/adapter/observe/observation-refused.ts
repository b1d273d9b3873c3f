/** A scenario cannot be observed as asked; nothing has been called that changes anything. */
export class ObservationRefused extends Error {
  override readonly name = 'ObservationRefused';
}
