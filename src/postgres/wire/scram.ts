import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** The mechanisms without and with channel binding: RFC 5802, RFC 7677. */
export const SCRAM_SHA_256 = 'SCRAM-SHA-256';
export const SCRAM_SHA_256_PLUS = 'SCRAM-SHA-256-PLUS';

/** The channel binding type of PostgreSQL: the hash of the server's certificate (RFC 5929). */
const BINDING_HEADER = 'p=tls-server-end-point,,';

/** A server's stored form of a password. */
export interface ScramSecret {
  readonly iterations: number;
  readonly salt: Buffer;
  readonly stored_key: Buffer;
  readonly server_key: Buffer;
}

/** Parses a secret in the form of `pg_authid.rolpassword`; `undefined` for other text, such as an MD5 hash. */
export function parseScramSecret(text: string): ScramSecret | undefined {
  const parts = /^SCRAM-SHA-256\$(\d{1,9}):([\w+/=]+)\$([\w+/=]+):([\w+/=]+)$/.exec(text);
  if (parts === null) return undefined;
  const [salt, stored_key, server_key] = parts.slice(2).map((part) => Buffer.from(part, 'base64'));
  const iterations = Number(parts[1]);
  if (iterations < 1 || stored_key?.length !== 32 || server_key?.length !== 32) return undefined;
  return { iterations, salt: salt!, stored_key, server_key };
}

/** Iterations of PBKDF2, and length of the salt. Source: PostgreSQL's scram-common.h. */
const ITERATIONS = 4096;
const SALT_BYTES = 16;

/**
 * Makes a secret in the form of `pg_authid.rolpassword`, which servers accept in place of a password. The salt is
 * derived from password and name, so that the same inputs give the same secret.
 */
export async function makeScramSecret(password: Buffer, name: string): Promise<string> {
  const salt = hmac(password, `salt of ${name}`).subarray(0, SALT_BYTES);
  const { client_key, server_key } = await deriveKeys(password, { salt, iterations: ITERATIONS });
  const keys = [sha256(client_key), server_key].map((key) => key.toString('base64'));
  return `${SCRAM_SHA_256}$${ITERATIONS}:${salt.toString('base64')}$${keys.join(':')}`;
}

/** The keys that prove knowledge of a password: the client's to the server, and the server's to the client. */
export interface ScramKeys {
  readonly client_key: Buffer;
  readonly server_key: Buffer;
}

const derive = promisify(pbkdf2);

/** Derives the keys of a password: RFC 5802, section 3. */
export async function deriveKeys(
  password: Buffer,
  { salt, iterations }: Pick<ScramSecret, 'salt' | 'iterations'>,
): Promise<ScramKeys> {
  const salted = await derive(normalizePassword(password), salt, iterations, 32, 'sha256');
  return { client_key: hmac(salted, 'Client Key'), server_key: hmac(salted, 'Server Key') };
}

/** Normalizes a password; bytes that are not UTF-8 are unchanged, as in PostgreSQL. */
function normalizePassword(password: Buffer): Buffer {
  const text = password.toString('utf8');
  return Buffer.from(text).equals(password) ? Buffer.from(text.normalize('NFKC')) : password;
}

/** The client's side of an exchange without channel binding. */
export class ScramClient {
  readonly #nonce: string;
  readonly #user: string;
  #server_signature: Buffer | undefined;

  /** @param user empty for PostgreSQL, which takes it from the startup message */
  constructor(nonce = randomBytes(18).toString('base64'), user = '') {
    this.#nonce = nonce;
    this.#user = user;
  }

  get first(): string {
    return `n,,${this.#first_bare}`;
  }

  get #first_bare(): string {
    return `n=${this.#user},r=${this.#nonce}`;
  }

  /**
   * The answer to the server's first message.
   * @returns `undefined` if that message is malformed or has another nonce
   */
  async final(
    server_first: string,
    keys: (challenge: Pick<ScramSecret, 'salt' | 'iterations'>) => Promise<ScramKeys>,
  ): Promise<string | undefined> {
    const parts = /^r=([^,]+),s=([\w+/=]+),i=(\d{1,9})$/.exec(server_first);
    if (parts === null || !parts[1]!.startsWith(this.#nonce) || parts[1] === this.#nonce) return undefined;
    const iterations = Number(parts[3]);
    if (iterations < 1) return undefined;
    const { client_key, server_key } = await keys({ salt: Buffer.from(parts[2]!, 'base64'), iterations });
    const without_proof = `c=biws,r=${parts[1]}`;
    const exchanged = `${this.#first_bare},${server_first},${without_proof}`;
    this.#server_signature = hmac(server_key, exchanged);
    const proof = xor(client_key, hmac(sha256(client_key), exchanged));
    return `${without_proof},p=${proof.toString('base64')}`;
  }

  /** Whether the server's final message proves that it knows the secret. */
  isServer(server_final: string): boolean {
    const signature = Buffer.from(/^v=([\w+/=]+)$/.exec(server_final)?.[1] ?? '', 'base64');
    return this.#server_signature !== undefined && equalBytes(signature, this.#server_signature);
  }
}

/** The server's side of an exchange with channel binding to a certificate. */
export class BoundScramServer {
  readonly #secret: ScramSecret;
  readonly #certificate_hash: Buffer;
  readonly #nonce: string;
  #client_first_bare = '';
  #server_first = '';

  /** @param certificate_hash of the certificate that the client received */
  constructor(secret: ScramSecret, certificate_hash: Buffer, nonce = randomBytes(18).toString('base64')) {
    this.#secret = secret;
    this.#certificate_hash = certificate_hash;
    this.#nonce = nonce;
  }

  /** The server's first message; `undefined` if the client's message is malformed, or has no binding. */
  first(client_first: string): string | undefined {
    if (!client_first.startsWith(BINDING_HEADER)) return undefined;
    const bare = client_first.slice(BINDING_HEADER.length);
    const nonce = /^n=[^,]*,r=([\x21-\x2b\x2d-\x7e]+)$/.exec(bare)?.[1];
    if (nonce === undefined) return undefined;
    const { salt, iterations } = this.#secret;
    this.#client_first_bare = bare;
    this.#server_first = `r=${nonce}${this.#nonce},s=${salt.toString('base64')},i=${iterations}`;
    return this.#server_first;
  }

  /**
   * Checks channel binding and proof in the client's final message.
   * @returns the server's final message and the keys: the proof reveals the client key, so that the proxy can log in to
   *   the server without the password; `undefined` for another password or certificate
   */
  final(client_final: string): { readonly final: string; readonly keys: ScramKeys } | undefined {
    const parts = /^(c=([\w+/=]+),r=([^,]+)),p=([\w+/=]+)$/.exec(client_final);
    if (parts === null || !this.#server_first.startsWith(`r=${parts[3]!},`)) return undefined;
    const binding = Buffer.concat([Buffer.from(BINDING_HEADER), this.#certificate_hash]);
    if (!equalBytes(Buffer.from(parts[2]!, 'base64'), binding)) return undefined;
    const { stored_key, server_key } = this.#secret;
    const exchanged = `${this.#client_first_bare},${this.#server_first},${parts[1]!}`;
    const proof = Buffer.from(parts[4]!, 'base64');
    if (proof.length !== 32) return undefined;
    const client_key = xor(proof, hmac(stored_key, exchanged));
    if (!equalBytes(sha256(client_key), stored_key)) return undefined;
    const final = `v=${hmac(server_key, exchanged).toString('base64')}`;
    return { final, keys: { client_key, server_key } };
  }
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function xor(left: Buffer, right: Buffer): Buffer {
  return Buffer.from(left.map((byte, index) => byte ^ right[index]!));
}

function equalBytes(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
