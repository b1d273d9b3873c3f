import type { Change } from '../../platform/rows/change.js';
import { type EndpointRecord, endpointView } from '../../platform/rows/endpoint.js';
import { type OperationRecord, operationView } from '../../platform/rows/operation.js';
import type { Emulator } from '../emulator/emulator.js';

/** Events that a reader may be behind before it is cut off. */
const MOST_WAITING = 10_000;

/** The changes of an emulator as server-sent events, until the reader goes away or the emulator stops. */
export function eventStream(emulator: Emulator): Response {
  const encoder = new TextEncoder();
  let end: () => void = () => undefined;
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const close = (): void => {
          end();
          controller.close();
        };
        // So that readers know that they are heard.
        controller.enqueue(encoder.encode(': changes from now on\n\n'));
        end = emulator.subscribe((changes) => {
          const at = new Date(emulator.clock.now_ms).toISOString();
          for (const change of changes) {
            const text = eventText(change, at);
            if (text !== undefined) controller.enqueue(encoder.encode(text));
          }
          if ((controller.desiredSize ?? 0) < -MOST_WAITING) close();
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

/** Rows with secrets, and those that nobody sees, are no events. */
function eventText({ table, id, value }: Change, at: string): string | undefined {
  const shown = viewOf(table, value);
  if (shown === undefined) return undefined;
  return `event: ${table}\ndata: ${JSON.stringify({ at, id, now: shown })}\n\n`;
}

function viewOf(table: Change['table'], value: Change['value']): object | null | undefined {
  switch (table) {
    case 'endpoints':
      return value && endpointView(value as EndpointRecord);
    case 'operations':
      return value && operationView(value as OperationRecord);
    case 'projects':
    case 'branches':
      return value && { name: (value as { readonly name: string }).name };
    default:
      return undefined;
  }
}
