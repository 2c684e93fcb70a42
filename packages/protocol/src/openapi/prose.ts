const titles: Readonly<Record<string, readonly [title: string, description: string]>> = {
  environments: ['Environments', 'Sets of simulators and the data that they are seeded with.'],
  simulators: ['Simulators', 'Simulated systems with their configuration.'],
  datasets: ['Datasets', 'Synthetic data, in layers, and the entities that tasks are bound to.'],
  benchmarks: ['Benchmarks', 'Collections of tasks; published versions are frozen and runnable.'],
  tasks: ['Tasks', 'Pieces of work for an agent, with scenario, solutions and bound entities.'],
  criteria: ['Criteria', 'Typed assertions over the final state, with weights, axes and guards.'],
  'benchmark-runs': ['Benchmark runs', 'Executions of a version, as the organization reads them.'],
  'task-runs': ['Task runs', 'Single tasks of a run: result, snapshot and sealed record.'],
  'criterion-runs': ['Criterion runs', 'Results of single criteria with full evidence.'],
  playgrounds: ['Playgrounds', 'Running environments, of task runs or standing alone.'],
  sandboxes: ['Sandboxes', 'Running simulators: their credentials, events and calls.'],
  portals: ['Portals', 'The payer portal in a browser; one signs in with the credentials of the sandbox.'],
  organizations: ['Organizations', 'Who owns what is authored and run; for the operator of the service.'],
  'api-keys': ['API keys', 'Keys of the organization.'],
  solvers: ['Solvers', 'Agents of the organization with keys of their own.'],
  'v1/benchmark-runs': ['Agent runs', 'For agents: create a run, read it, and use its simulated systems.'],
  'v1/task-runs': ['Agent task runs', 'For agents: start a task and complete it.'],
  health: ['Health', 'Probes; without a token.'],
  mcp: ['MCP', 'The Model Context Protocol, for AI clients.'],
  documents: ['Documents', 'The interface, described; without a token.'],
}

/** What a resource group is called. Throws for one that has no name yet. */
export function tagTitle(resource: string): string {
  return entryOf(resource)[0]
}

/** A sentence about a resource group. */
export function describeTag(resource: string): string {
  return entryOf(resource)[1]
}

function entryOf(resource: string): readonly [title: string, description: string] {
  const entry = titles[resource]
  if (entry === undefined) throw new Error(`The resource group ${resource} needs a title in prose.ts.`)
  return entry
}

/** What a reader has to know before the first call. */
export function describeApi(): string {
  return `Organizations define simulated healthcare environments and benchmarks of tasks with criteria; agents work on them; a
verification engine scores what they leave behind, with evidence.

**Two surfaces.** The paths under \`/v1\` are for agents: a Solver key creates a run, and the token of the run does the rest. All
others are for organizations and need one of their keys. Tokens go into \`Authorization: Bearer …\`.

**A run.** \`POST /v1/benchmark-runs\` with \`{"benchmark": "name@version"}\`; with the \`bearer_token\` of the answer, for each
task run: \`POST\` its \`start_url\`, work through the simulated systems under \`endpoints\`, \`POST\` its \`complete_url\`. The
answer to the completion is the result.

**Lists** are newest first and answer \`{"data": […], "_meta": {"next", "prev", "limit"}}\`. Pass \`_meta.next\` as \`cursor\` until
it is null.

**Errors** of the service are \`{"error": {"code", "message", "request_id"}}\`. Simulated systems answer in the manner of what
they simulate: an OperationOutcome, an HL7 acknowledgment, a 999.

**JSON.** Fields that are not set are \`null\`. A \`PATCH\` leaves what is absent, clears what is \`null\`, and replaces arrays and
configurations as a whole. Fields that are not known are refused. A path that has \`GET\` answers \`HEAD\` too; a method that a
path does not take is 405 \`METHOD_NOT_ALLOWED\`.`
}
