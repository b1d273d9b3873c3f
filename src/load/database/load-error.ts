/** A load that cannot be sent as requested; the message has the reason and the remedy. */
export class LoadRefused extends Error {
  override readonly name = 'LoadRefused';
}

/** The database could not be reached, or preparing or cleaning up failed. */
export class DatabaseFailed extends Error {
  override readonly name = 'DatabaseFailed';
}
