import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, realpath } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { writeNewFile } from '../files/write-new-file.js';
import { decoded, unreadable } from '../scenario/document/input-text.js';
import { jobRoute } from './job-route.js';
import type { StudioData } from './studio-data.js';
import { studioDocument } from './studio-document.js';
import { MAX_TEXT_LENGTH } from './worker/choices.js';

/** A byte order mark in UTF-8. */
const MARK = Buffer.from('\ufeff');
/** Tag of a file that does not exist yet. */
const MISSING = '"missing"';

export interface ServedStudio {
  /** Path of the scenario file, which may not exist yet. */
  readonly file: string;
  readonly name: string;
  /** Text of the page if the file does not exist yet. */
  readonly first: string;
  readonly examples: StudioData['examples'];
  readonly tracesOf: (text: string) => Promise<StudioData['traces']>;
}

export interface ListeningStudio {
  /** Includes the token that admits a browser. */
  readonly address: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves the studio on 127.0.0.1 to browsers admitted by its token. Pages of other origins are refused.
 * @param port 0 selects a free port
 * @throws the system's error if the port is not available
 */
export async function serveStudio(studio: ServedStudio, port: number): Promise<ListeningStudio> {
  const token = randomBytes(24).toString('base64url');
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const own = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('request', getRequestListener(studioApp(studio, token, own).fetch));
  return {
    address: `http://${own}/?token=${token}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function studioApp(studio: ServedStudio, token: string, own: string): Hono {
  const app = new Hono();
  const cookie = `neap-studio-${own.split(':')[1]}`;
  app.onError(({ message }, context) => context.text(message, 500));
  app.use(ownPagesOnly(own));
  app.get('/', async (context, next) => {
    if (context.req.query('token') !== token) return next();
    setCookie(context, cookie, token, { httpOnly: true, sameSite: 'Strict', path: '/' });
    return context.redirect('/');
  });
  app.use(async (context, next) => {
    if (getCookie(context, cookie) === token) return next();
    return context.text('open the address that "neap studio" printed; it has a token', 401);
  });
  app.get('/', async (context) => {
    const { text = studio.first, tag } = await fileNow(studio.file);
    const { name: file, examples } = studio;
    const traces = await studio.tracesOf(text);
    return context.html(studioDocument({ file, text, tag, examples, traces }));
  });
  app.get('/file', async (context) => {
    const { text, tag } = await fileNow(studio.file);
    return context.text(text ?? 'no such file', text === undefined ? 404 : 200, { etag: tag });
  });
  const tooLong = bodyLimit({
    maxSize: MAX_TEXT_LENGTH,
    onError: (context) => context.text(`the text has more than ${MAX_TEXT_LENGTH} bytes`, 413),
  });
  app.put('/file', tooLong, async (context) => {
    const text = await context.req.text();
    const { tag, mark = '' } = await fileNow(studio.file);
    if (context.req.header('if-match') !== tag) {
      return context.text(`${studio.name} has changed on disk; read it again before saving`, 412);
    }
    // Writes to the target of a symbolic link instead of replacing the link.
    await writeNewFile(await realpath(studio.file).catch(() => studio.file), mark + text, true);
    return context.text('saved', 200, { etag: tagOf(mark + text) });
  });
  app.post('/job', tooLong, jobRoute(studio.file));
  return app;
}

/** Refuses pages of other origins, and other host names that resolve to this machine. */
function ownPagesOnly(own: string): MiddlewareHandler {
  return async (context, next) => {
    const { host, origin } = { host: context.req.header('host'), origin: context.req.header('origin') };
    const site = context.req.header('sec-fetch-site') ?? 'none';
    const isOwn = host === own && (origin === undefined || origin === `http://${own}`);
    if (isOwn && (site === 'none' || site === 'same-origin' || context.req.path === '/')) {
      context.header('x-frame-options', 'DENY');
      context.header('referrer-policy', 'no-referrer');
      return next();
    }
    return context.text('requests from pages of other origins are refused', 403);
  };
}

interface FileNow {
  /** Excludes its byte order mark; `undefined` if the file does not exist. */
  readonly text?: string;
  readonly tag: string;
  /** Its byte order mark, which the page drops. */
  readonly mark?: string;
}

/** @throws ScenarioError for a file that cannot be read, or is not UTF-8 text */
async function fileNow(file: string): Promise<FileNow> {
  try {
    const bytes = await readFile(file);
    const mark = bytes.subarray(0, MARK.length).equals(MARK) ? MARK.toString() : '';
    return { text: decoded(bytes), tag: tagOf(bytes), mark };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { tag: MISSING };
    throw unreadable(basename(file), error);
  }
}

function tagOf(content: string | Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url')}"`;
}
