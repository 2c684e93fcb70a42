import { specified } from '../requirement.js'

export const endpointRequirements = [
  ...specified('4.1', {
    'internal.list-environments': '`GET /environments` takes `cursor` and `limit`, and returns a page of environments.',
    'internal.get-environment': '`GET /environments/{id}` returns the environment.',
    'internal.update-environment': '`PATCH /environments/{id}` returns the changed environment.',
    'internal.list-benchmarks': '`GET /benchmarks` takes `cursor` and `limit`, and returns a page of benchmarks.',
    'internal.create-benchmark': '`POST /benchmarks` returns the benchmark.',
    'internal.get-run': '`GET /runs/{run_id}` returns the benchmark run.',
    'internal.list-datasets': '`GET /datasets` takes `cursor` and `limit`, and returns a page of datasets.',
    'internal.list-tasks': '`GET /tasks?benchmark_id=` lists the tasks of that benchmark only.',
    'internal.create-task': '`POST /tasks` takes `benchmark_id`, `name`, `task_item` and `tags`, and returns the task.',
    'internal.get-task': '`GET /tasks/{id}` returns the task with its criteria.',
    'internal.update-task': '`PATCH /tasks/{id}` takes fields of the task and returns the changed task.',
    'internal.delete-task': '`DELETE /tasks/{id}` removes the task.',
    'internal.list-entities': '`GET /tasks/{id}/entities` lists the entities that are bound to the task.',
    'internal.bind-entity': '`POST /tasks/{id}/entities` binds an entity to the task.',
    'internal.unbind-entity': '`DELETE /tasks/{id}/entities/{entityId}` unbinds the entity from the task.',
    'internal.list-task-runs': '`GET /task-runs?benchmark_run_id=` lists the task runs of that run only.',
    'internal.get-task-run': '`GET /task-runs/{id}` returns the task run with its criterion runs.',
    'internal.complete-task-run': '`POST /task-runs/{id}/complete` completes the task run.',
    'internal.cancel-task-run': '`POST /task-runs/{id}/cancel` cancels the task run.',
    'internal.list-criterion-runs':
      '`GET /criterion-runs?task_run_id=` lists the criterion runs of that task run only.',
    'internal.get-criterion-run': '`GET /criterion-runs/{id}` returns the criterion run with its full evidence.',
    'internal.mcp': '`/mcp` serves the Model Context Protocol.',
  }),
  ...specified('4.2', {
    'public.create-run': '`POST /v1/benchmark-runs` with a Solver key creates a run.',
    'public.read-run': '`GET /v1/benchmark-runs/{id}` with the run token returns the run.',
    'public.fhir': '`/v1/benchmark-runs/{id}/fhir/*` reaches the simulated FHIR server with every method it has.',
    'public.hl7-inbox': '`GET /v1/benchmark-runs/{id}/hl7/inbox` returns the inbound messages.',
    'public.hl7-outbound': '`POST /v1/benchmark-runs/{id}/hl7/outbound` sends a message.',
    'public.files-inbox': '`GET /v1/benchmark-runs/{id}/files/inbox` lists the files of the inbox.',
    'public.files-fetch': '`GET /v1/benchmark-runs/{id}/files/*` returns a file.',
    'public.portal': '`/v1/benchmark-runs/{id}/portal/*` reaches the simulated portal with every method it has.',
    'public.start': '`POST /v1/task-runs/{id}/start` marks the task run started.',
    'public.complete': '`POST /v1/task-runs/{id}/complete` completes, verifies and returns the result.',
  }),
  ...specified('4.3', {
    'scored.no-details': 'The response to the completion of a scored run has no `details`.',
    'scored.no-field-evidence': 'The response to the completion of a scored run has no field-level evidence.',
    'scored.full-evidence-kept': 'The full evidence of a scored run is read through `GET /criterion-runs/{id}`.',
  }),
  ...specified('8', {
    'tasks.timeout-overrides': 'The `timeout` of a task takes precedence over that of its benchmark.',
  }),
]
