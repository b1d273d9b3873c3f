import { Cluster } from './cluster.js';
import type { DataHost } from './served-data.js';
import type { ServerHost } from './server-host.js';

/** A server of its own for the data of each compute. */
export function ownServers(host: ServerHost): DataHost {
  const { binaries, folder, groups } = host;
  return {
    version: binaries.version,
    place: 'behind every compute',
    remarks: [],
    limits: groups !== undefined,
    data: (id) => new Cluster(host, id),
    keepOnly: async (isKnown) => folder.keepOnly(isKnown),
    close: async () => folder.close(),
  };
}
