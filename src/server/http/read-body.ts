import type { HonoRequest } from 'hono';
import { ApiError } from './api-error.js';

/** The longest body that is read; realistic bodies have a few kB. */
export const MAX_BODY_BYTES = 1_048_576;

/**
 * Reads the body of a request as text, up to the limit.
 * @throws ApiError 413 if it is longer, 400 if the client disconnects before it is complete
 */
export async function readBody(request: HonoRequest): Promise<string> {
  const announced = request.header('content-length');
  if (announced !== undefined && Number(announced) > MAX_BODY_BYTES) throw tooLong();
  try {
    if (announced !== undefined) return await request.text();
    const stream = request.raw.body;
    return stream === null ? '' : await readStream(stream);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The client has disconnected; only metrics and the request log see this answer.
    throw new ApiError(400, 'the request ended before its body was complete');
  }
}

async function readStream(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw tooLong();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function tooLong(): ApiError {
  return new ApiError(413, `request body is too long; at most ${MAX_BODY_BYTES} bytes are read`, {
    headers: { Connection: 'close' },
  });
}
