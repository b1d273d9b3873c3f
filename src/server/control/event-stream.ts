import { getOrCreate } from '../../kernel/get-or-create.js';
import { endpointView } from '../../platform/endpoints/endpoint.js';
import { operationView } from '../../platform/operations/operation.js';
import type { Change } from '../../platform/store/tables.js';
import type { Emulator } from '../emulator/emulator.js';

/** Number of undelivered calls above which a reader is disconnected. */
const MAX_WAITING_EVENTS = 10_000;

const ENCODER = new TextEncoder();

/** Encoded events by changes, shared by all readers: there may be a thousand. */
const ENCODED = new WeakMap<readonly Change[], Uint8Array>();

/** The changes of an emulator as server-sent events, until the reader disconnects or the emulator stops. */
export function eventStream(emulator: Emulator): Response {
  let end: () => void = () => undefined;
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const close = (): void => {
          end();
          controller.close();
        };
        // Confirms the subscription.
        controller.enqueue(ENCODER.encode(': changes from now on\n\n'));
        end = emulator.subscribe((changes) => {
          const events = eventsOf(changes, emulator.clock.now_ms);
          if (events.byteLength > 0) controller.enqueue(events);
          if ((controller.desiredSize ?? 0) < -MAX_WAITING_EVENTS) close();
        }, close);
      },
      cancel: () => end(),
    },
    new CountQueuingStrategy({ highWaterMark: 0 }),
  );
  return new Response(stream, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' },
  });
}

function eventsOf(changes: readonly Change[], now_ms: number): Uint8Array {
  return getOrCreate(ENCODED, changes, () => {
    // Events that come due while time is skipped have their own times.
    const clock = changes.find((change) => change.table === 'clock');
    const at = new Date(clock?.value?.now_ms ?? now_ms).toISOString();
    return ENCODER.encode(changes.map((change) => eventText(change, at) ?? '').join(''));
  });
}

/** The event of a changed row; rows with secrets and internal rows have none. */
function eventText(change: Change, at: string): string | undefined {
  const now = viewOf(change);
  if (now === undefined) return undefined;
  return `event: ${change.table}\ndata: ${JSON.stringify({ at, id: change.id, now })}\n\n`;
}

function viewOf({ table, value }: Change): object | null | undefined {
  switch (table) {
    case 'endpoints':
      return value && endpointView(value);
    case 'operations':
      return value && operationView(value);
    case 'projects':
    case 'branches':
      return value && { name: value.name };
    default:
      return undefined;
  }
}
