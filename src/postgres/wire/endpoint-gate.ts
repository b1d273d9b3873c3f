import { setTimeout as sleep } from 'node:timers/promises';
import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import { nextTryAfter, PROXY_LIMITS, PROXY_TEXTS } from '../../compute/proxy-limits.js';
import { RateWindows } from '../../compute/rate-windows.js';
import { getOrCreate } from '../../kernel/get-or-create.js';
import type { ConnectableEndpoint, EndpointDirectory, Login, ServerAddress } from '../endpoint-directory.js';
import { isAllowed, plainAddress } from './allowed-addresses.js';
import { refusal } from './sqlstate.js';
import { readOptions } from './startup-options.js';

/** Runs poolers in front of servers. */
export interface Pooler {
  /**
   * The address of an endpoint's pooler, which is started if necessary.
   * @param role_name the role that will log in
   * @throws ConnectRefusal if it cannot run
   */
  addressFor(endpoint: ConnectableEndpoint, server: ServerAddress, role_name: string): Promise<ServerAddress>;
}

/** An endpoint that a client may connect to. */
export interface Admitted {
  readonly endpoint: ConnectableEndpoint;
  readonly pooled: boolean;
}

const POOLER_SUFFIX = '-pooler';
/** Number of rate windows that triggers removing those of deleted endpoints. */
const MAX_RATE_WINDOWS = 1000;

/** Admits clients to endpoints and connects them, with the same rules for every protocol. */
export class EndpointGate {
  readonly #directory: EndpointDirectory;
  readonly #pooler: Pooler;
  readonly #rates = new Map<string, RateWindows>();

  constructor(directory: EndpointDirectory, pooler: Pooler) {
    this.#directory = directory;
    this.#pooler = pooler;
  }

  /**
   * Checks that a client may connect to the endpoint with this name, which may end in `-pooler`.
   * @throws ConnectRefusal with the message of the platform's proxy
   */
  admit(name: string, from_address: string): Admitted {
    // Letters and digits of any script, as in the platform's proxy.
    if (!/^[\p{L}\p{N}-]*$/u.test(name)) {
      throw refusal(`Project name ('${name}') must contain only alphanumeric characters and hyphen.`);
    }
    const pooled = name.endsWith(POOLER_SUFFIX);
    const endpoint = this.#directory.find(pooled ? name.slice(0, -POOLER_SUFFIX.length) : name);
    if (endpoint === undefined) throw refusal('Control plane request failed: endpoint cannot be found');
    if (endpoint.is_blocked === true) {
      throw refusal('This connection is trying to access this endpoint from a blocked network.');
    }
    const address = plainAddress(from_address);
    if (!isAllowed(address, endpoint.allowed_ips)) {
      throw refusal(
        `This IP address ${address} is not allowed to connect to this endpoint. ` +
          'Please add it to the allowed list in the Neon console. ' +
          'Make sure to check for IPv4 or IPv6 addresses.',
      );
    }
    if (!this.#ratesOf(endpoint.endpoint_id).take(WALL_CLOCK.monotonicMs() / 1000)) {
      throw refusal(PROXY_TEXTS.rate_exceeded);
    }
    return { endpoint, pooled };
  }

  /**
   * Connects a client to the server of an endpoint, or to its pooler. If the server has gone in the meantime, wakes it
   * and tries again, up to the number of attempts of the platform's proxy.
   * @param signal aborts the wait
   * @param attempt connects; resolves with `undefined` if the server does not accept connections at the moment
   * @throws ConnectRefusal if all attempts fail, or the signal's reason
   */
  async reach<Result>(
    { endpoint, pooled }: Admitted,
    role_name: string,
    signal: AbortSignal,
    attempt: (address: ServerAddress) => Promise<Result | undefined>,
  ): Promise<Result> {
    for (let tries = 1; ; tries++) {
      const server = await this.#directory.connect(endpoint.endpoint_id, signal);
      signal.throwIfAborted();
      const address = pooled ? await this.#pooler.addressFor(endpoint, server, role_name) : server;
      const result = await attempt(address);
      if (result !== undefined) return result;
      signal.throwIfAborted();
      const seconds = nextTryAfter(PROXY_LIMITS.connect, tries);
      if (seconds === undefined) throw refusal(PROXY_TEXTS.unreachable);
      await sleep(seconds * 1000, undefined, { signal });
    }
  }

  /** The server's names of a client's role and database. */
  login({ endpoint }: Admitted, asked: Login): Login {
    return this.#directory.login?.(endpoint.endpoint_id, asked) ?? asked;
  }

  /** The server's stored form of a role's password. */
  scramSecret({ endpoint }: Admitted, role_name: string): Promise<string | undefined> {
    return this.#directory.scramSecret(endpoint.endpoint_id, role_name);
  }

  #ratesOf(endpoint_id: string): RateWindows {
    return getOrCreate(this.#rates, endpoint_id, () => {
      if (this.#rates.size >= MAX_RATE_WINDOWS) {
        for (const id of this.#rates.keys())
          if (this.#directory.find(id) === undefined) this.#rates.delete(id);
      }
      return new RateWindows(PROXY_LIMITS.connection_rate);
    });
  }
}

/**
 * The endpoint in a client's options, or in the first label of a host.
 * @param host the client's host name; `undefined` if it sent none
 * @returns `undefined` if neither contains an endpoint
 * @throws ConnectRefusal if they differ
 */
export function namedEndpoint(options: string | undefined, host: string | undefined): string | undefined {
  const { endpoint: option } = readOptions(options);
  const domain = ENDPOINT_HOST.exec(host ?? '')?.[1];
  if (option !== undefined && domain !== undefined && option !== domain) {
    throw refusal(
      `Inconsistent project name inferred from SNI ('${domain}') and project option ('${option}').`,
    );
  }
  return option ?? domain;
}

/** A host that begins with an endpoint id. Other hosts, such as `db.localhost`, contain no endpoint. */
const ENDPOINT_HOST = /^(ep-[^.:]+)[.:]/;
