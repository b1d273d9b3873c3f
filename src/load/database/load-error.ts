/** A load that cannot be sent as asked; the message says why and what to do. */
export class LoadRefused extends Error {
  override readonly name = 'LoadRefused';
}

/** The database could not be reached, or did not do what the work around a load needs. */
export class DatabaseFailed extends Error {
  override readonly name = 'DatabaseFailed';
}
