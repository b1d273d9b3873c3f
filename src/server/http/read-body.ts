import type { HonoRequest } from 'hono';
import { ApiError } from './api-error.js';

/** The longest body that is read; the largest sensible one is a few kB. */
export const MAX_BODY_BYTES = 1_048_576;

/**
 * The body of a request as text, read no further than the limit.
 * @throws ApiError 413 when it is longer, 400 when its client goes away before it is whole
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
    // The client is gone; the answer is counted as one to a bad request.
    throw new ApiError(400, 'the request ended before its body was whole');
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
