const titles: Readonly<Record<string, readonly [title: string, description: string]>> = {
  environments: ['Environments', 'Sets of simulators and the data they are seeded with.'],
  simulators: ['Simulators', 'Simulated systems with their configuration.'],
  datasets: ['Datasets', 'Synthetic data, in layers, and the entities that tasks are bound to.'],
  benchmarks: ['Benchmarks', 'Collections of tasks; published versions are frozen and runnable.'],
  tasks: ['Tasks', 'Pieces of work for an agent, with scenario, solutions and bound entities.'],
  criteria: ['Criteria', 'Typed assertions over the final state, with weights, axes and guards.'],
  'benchmark-runs': ['Benchmark runs', 'Executions of a version, as the organization reads them.'],
  'task-runs': ['Task runs', 'Single tasks of a run: result, snapshot and sealed record.'],
  'criterion-runs': ['Criterion runs', 'Results of single criteria with full evidence.'],
  playgrounds: ['Playgrounds', 'Running environments, of task runs or standalone.'],
  sandboxes: ['Sandboxes', 'Running simulators: their credentials, events and calls.'],
  workstations: [
    'Workstations',
    'The pages of a task run or a playground in a browser; a link that works once opens them.',
  ],
  portals: ['Portals', 'The payer portal in a browser; sign in with the credentials of the sandbox.'],
  organizations: ['Organizations', 'The owners of benchmarks and runs; for the operator of the service.'],
  'api-keys': ['API keys', 'Keys of the organization.'],
  solvers: ['Solvers', 'Agents of the organization, with their own keys.'],
  'v1/benchmark-runs': ['Agent runs', 'For agents: create a run, read it, and use its simulated systems.'],
  'v1/task-runs': ['Agent task runs', 'For agents: start a task and complete it.'],
  health: ['Health', 'Health probes; no token required.'],
  mcp: ['MCP', 'The Model Context Protocol, for AI clients.'],
  documents: ['Documents', 'The OpenAPI document, and the public keys of signed records; no token required.'],
}

/** Returns the title of a resource group. Throws an Error for a group without one. */
export function tagTitle(resource: string): string {
  return findTitle(resource)[0]
}

/** Returns the description of a resource group. */
export function describeTag(resource: string): string {
  return findTitle(resource)[1]
}

function findTitle(resource: string): readonly [title: string, description: string] {
  const entry = titles[resource]
  if (entry === undefined) throw new Error(`The resource group ${resource} needs a title in prose.ts.`)
  return entry
}

/** Returns the introduction to the interface, in Markdown. */
export function describeApi(): string {
  return `Organizations define simulated healthcare environments, and benchmarks of tasks with criteria; agents work \
on the tasks; a
verification engine scores the resulting state, with evidence.

**Two surfaces.** The paths under \`/v1\` are for agents: a Solver key creates a run, and the token of the run is used \
for
everything else. All other paths are for organizations and require one of their keys. Send tokens as \
\`Authorization: Bearer …\`.

**A run.** \`POST /v1/benchmark-runs\` with \`{"benchmark": "name@version"}\`; with the \`bearer_token\` of the \
response, for each
task run: \`POST\` its \`start_url\`, work through the simulated systems under \`endpoints\`, \`POST\` its \
\`complete_url\`. The
response to the completion is the result.

**Lists** are newest first and return \`{"data": […], "_meta": {"next", "prev", "limit"}}\`. Pass \`_meta.next\` as \
\`cursor\` until
it is null.

**Errors** of the service are \`{"error": {"code", "message", "request_id"}}\`. Simulated systems have the errors of
real ones: an OperationOutcome, an HL7 acknowledgment, a 999.

**JSON.** Fields that are not set are \`null\`. A \`PATCH\` leaves absent fields unchanged, clears fields that are \
\`null\`, and replaces
arrays and configurations entirely. Unknown fields are refused. A path with \`GET\` also supports \`HEAD\`; an \
unsupported method
is answered 405 \`METHOD_NOT_ALLOWED\`.`
}
