import { setTimeout as sleep } from 'node:timers/promises';
import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import { nextTryAfter, PROXY_LIMITS, PROXY_TEXTS } from '../../compute/proxy-limits.js';
import { RateWindows } from '../../compute/rate-windows.js';
import { remembered } from '../../kernel/remembered.js';
import type { ConnectableEndpoint, EndpointDirectory, Login, ServerAddress } from '../endpoint-directory.js';
import { isAllowed, plainAddress } from './allowed-addresses.js';
import { refusal } from './sqlstate.js';
import { readOptions } from './startup-options.js';

/** The part that places a pooler in front of a server. */
export interface Pooler {
  /**
   * Where the pooler of an endpoint accepts connections; starts it if there is none yet.
   * @param role_name the role that is going to log in
   * @throws ConnectRefusal when there can be none
   */
  addressFor(endpoint: ConnectableEndpoint, server: ServerAddress, role_name: string): Promise<ServerAddress>;
}

/** An endpoint that a client may connect to. */
export interface Admitted {
  readonly endpoint: ConnectableEndpoint;
  readonly pooled: boolean;
}

const POOLER_SUFFIX = '-pooler';
/** Endpoints whose connections are counted at once; beyond that those that are gone are forgotten. */
const MOST_RATES = 1000;

/** The clients that the proxy admits to an endpoint, and the way there: one rule for every protocol. */
export class EndpointGate {
  readonly #directory: EndpointDirectory;
  readonly #pooler: Pooler;
  readonly #rates = new Map<string, RateWindows>();

  constructor(directory: EndpointDirectory, pooler: Pooler) {
    this.#directory = directory;
    this.#pooler = pooler;
  }

  /**
   * The endpoint of a name, which may end in `-pooler`, for a client.
   * @throws ConnectRefusal in the words of the platform's proxy
   */
  admit(name: string, from_address: string): Admitted {
    // Letters and digits of any script: other names do not exist.
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
   * Brings a client to the server of an endpoint, or to its pooler. What is gone again when it is dialled is looked
   * up and dialled again, as often as the platform's proxy does.
   * @param signal aborts the waiting
   * @param attempt dials; resolves with `undefined` when the server does not answer yet, or any more
   * @throws ConnectRefusal when nothing answers, or the signal's reason
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

  /** The role and database that a client logs in to on the server. */
  login({ endpoint }: Admitted, asked: Login): Login {
    return this.#directory.login?.(endpoint.endpoint_id, asked) ?? asked;
  }

  /** How a server knows a role's password. */
  scramSecret({ endpoint }: Admitted, role_name: string): Promise<string | undefined> {
    return this.#directory.scramSecret(endpoint.endpoint_id, role_name);
  }

  #ratesOf(endpoint_id: string): RateWindows {
    return remembered(this.#rates, endpoint_id, () => {
      if (this.#rates.size >= MOST_RATES) {
        for (const id of this.#rates.keys())
          if (this.#directory.find(id) === undefined) this.#rates.delete(id);
      }
      return new RateWindows(PROXY_LIMITS.connection_rate);
    });
  }
}

/**
 * The endpoint that a client names: by its options, or by the first label of a host.
 * @param host as the client has it, `undefined` when it names none
 * @returns `undefined` when neither names one
 * @throws ConnectRefusal when they name different ones
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

/** Ids of endpoints begin so; another first label, as in `db.localhost`, is a name of this machine. */
const ENDPOINT_HOST = /^(ep-[^.:]+)[.:]/;
