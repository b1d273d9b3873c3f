// The same program against the service, or without a key against an emulator in this process.
//
//   node examples/adapter.mjs
//   NEON_API_KEY=… node examples/adapter.mjs      creates a project there, and deletes it
import { HttpAdapter, operationsSucceeded } from 'neap/adapter';
import { createEmulator } from 'neap/emulator';

const api_key = process.env['NEON_API_KEY'];
const adapter = new HttpAdapter(
  api_key === undefined ? createEmulator() : { base_url: 'https://console.neon.tech/api/v2', api_key },
);
const { project, endpoints, operations } = await adapter.createProject({ project: { name: 'neap-example' } });
try {
  await operationsSucceeded(adapter, project.id, operations);
  for (const { id } of endpoints) {
    const update = { endpoint: { autoscaling_limit_min_cu: 0.5, autoscaling_limit_max_cu: 2 } };
    const { endpoint, operations } = await adapter.updateProjectEndpoint({
      project_id: project.id,
      endpoint_id: id,
      ...update,
    });
    await operationsSucceeded(adapter, project.id, operations);
    console.log(
      `${endpoint.id}: ${endpoint.autoscaling_limit_min_cu} to ${endpoint.autoscaling_limit_max_cu} CU`,
    );
  }
} finally {
  await adapter.deleteProject({ project_id: project.id });
  await adapter.close();
}
