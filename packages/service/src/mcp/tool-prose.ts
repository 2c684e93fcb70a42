/** Descriptions of the groups of resources for AI clients; the operations table describes the actions. */
export const toolProse: Readonly<Record<string, string>> = {
  environments:
    'Environments: sets of simulated systems and the data that they are seeded with. Create one, link simulators ' +
    '(a second one of a type with a key) and datasets, then give its id to a benchmark.',
  simulators:
    'Simulated systems (FHIR record, payer portal, HL7 interface, clearinghouse, files, fax, voice, messages, ' +
    'patient, CDS Hooks) with their configuration. The resource carebench://simulators/{type} has the schema of ' +
    'each configuration.',
  datasets:
    'Synthetic data. A FHIR dataset is {"bundle": …} or {"generator": {"seed", "patients"}}; Files, HL7, X12 and ' +
    'Portal datasets have lists. Any config is stored; problems says where it does not match the type, and must be ' +
    'empty before anything can be seeded. Entities are parts of a dataset that tasks are bound to and criteria ' +
    'refer to.',
  benchmarks:
    'Benchmarks: collections of tasks on an environment. Publishing freezes the benchmark as a version, which runs ' +
    'refer to as "name@version"; its audit then runs in the background. Read it with get_version until audit is ' +
    'not "pending" any more. If the audit has errors, the version is not runnable: read the report, fix the ' +
    'criteria, and publish again.',
  tasks:
    'Tasks: pieces of work for an agent. taskItem is what the agent reads and must not reveal the answer; scenario ' +
    'prepares the systems; solutions are recorded calls that solve the task, so the audit can prove that it is ' +
    'solvable.',
  criteria:
    'Criteria: typed assertions over the final state, with weight, axis and guard. The resource ' +
    'carebench://assertions/{kind} has the schema of each kind. A guard states what must not happen. At least one ' +
    'criterion must not be a guard, and must fail on the untouched state.',
  benchmark_runs: 'Runs of published versions: their phase, verdict and score, and those of their task runs.',
  task_runs:
    'Task runs: one task of a run, with its criterion runs and the sealed record of everything its verification ' +
    'depended on.',
  criterion_runs:
    'Criterion runs: the result of one criterion of one task run. `details` says why, and evidence.field_results ' +
    'has the expected and the actual values. Read these to find out why a run failed.',
  playgrounds:
    'Playgrounds: running environments. Create a standalone one to try the systems by hand; those of task runs are ' +
    'read-only.',
  sandboxes:
    'Sandboxes: the running systems of a playground. The action "call" of change_sandboxes sends a request to one, ' +
    'as an agent would: {"id", "group": "fhir", "method": "GET", "path": "Patient?family=sample"}.',
}

/** The instructions that the server sends when a client connects. */
export const instructions = `carebench: benchmarks of healthcare work for AI agents, with simulated systems and a \
verification engine.

Each group of resources has a tool to read it and one to change it, change_….
To author a benchmark: change_simulators create → change_environments create and link_simulator → change_datasets \
create and
change_environments link_dataset → change_benchmarks create (environmentId) → change_tasks create → change_criteria \
create →
change_benchmarks publish. The prompt author_benchmark walks through it.
To try it: change_playgrounds create, then sandboxes list and change_sandboxes call. To find out why a run failed: \
task_runs list (benchmarkRunId), then
criterion_runs list (taskRunId). Lists are newest first; pass _meta.next as cursor until it is null.`
