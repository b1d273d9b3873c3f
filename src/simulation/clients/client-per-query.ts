import { ClientProcess } from './client-process.js';

/** Clients that open a connection for each attempt of a query and close it afterwards. */
export class PerQueryClient extends ClientProcess {
  /** Attempts under way. Each has a separate connection. */
  connectionsInUse = 0;

  override completed(query: number): void {
    this.connectionsInUse -= 1;
    if (this.queries.connected[query] === 1) this.compute.service.disconnect(this.load.index);
    this.succeed(query);
  }

  failed(query: number, error: string): void {
    this.connectionsInUse -= 1;
    if (this.queries.connected[query] === 1) this.compute.service.disconnect(this.load.index);
    this.queries.disconnect(query);
    this.fail(query, error);
  }

  protected override submit(query: number): void {
    this.connectionsInUse += 1;
    this.compute.admission.connect(query);
  }
}
