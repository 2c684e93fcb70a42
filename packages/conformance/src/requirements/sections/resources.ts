import { specified } from '../requirement.js'

export const resourceRequirements = [
  ...specified('2.1', {
    'environments.fields':
      'An environment has `id`, `name`, `description` (string or null) and `created_at` (date-time).',
    'environments.read-configuration':
      'The response for one environment contains the configuration of all its simulators.',
    'environments.list-configuration': 'The list of environments contains the configuration of their simulators.',
    'environments.patch-name': '`PATCH` changes the `name` of an environment.',
    'environments.patch-description': '`PATCH` changes the `description` of an environment.',
    'environments.patch-simulators': '`PATCH` changes the configuration of an environment’s simulators.',
  }),
  ...specified('2.2', {
    'benchmarks.fields':
      'A benchmark has `id`, `name`, `description`, `timeout` (integer), `concurrency` (integer) and `created_at` ' +
      '(date-time).',
    'benchmarks.create-fields':
      'A benchmark is created with `name`, `timeout`, `concurrency`, `overrides` and an optional `description`, and ' +
      'the response contains what was sent.',
    'benchmarks.visibility': 'A benchmark has a `visibility`, of which `Public` is a value.',
    'benchmarks.reference': 'A run is created for `<benchmark_name>@<version_number>`.',
  }),
  ...specified('2.3', {
    'datasets.fields':
      'A dataset has `id`, `type`, `name`, `description`, `parent_id`, `config` and `created_at` (date-time).',
    'datasets.type-fhir': '`FHIR` is a type of datasets.',
    'datasets.config-open': 'The `config` of a dataset is any JSON value, and is returned as it was written.',
    'datasets.per-organization': 'The list of datasets contains only those of the organization.',
  }),
  ...specified('2.4', {
    'runs.fields':
      'A benchmark run has `id`, `benchmark_id`, `status`, `verdict`, `score`, `started_at` and `completed_at`.',
    'runs.task-results':
      'The response for a benchmark run contains the results of its tasks, its verdict and its aggregated score.',
  }),
  ...specified('2.5', {
    'tasks.fields':
      'A task has `id`, `benchmark_id`, `name`, `timeout`, `tags`, `task_item`, `scenario` and `created_at`.',
    'tasks.timeout': 'The `timeout` of a task is null or its own limit in seconds.',
    'tasks.tags': 'The `tags` of a task are an array of strings.',
    'tasks.task-item': 'The `task_item` of a task is an object or null, and is returned as it was written.',
    'tasks.scenario': 'The `scenario` of a task is an object or null: steps before the agent starts.',
    'tasks.criteria': '`GET /tasks/{id}` returns the array `criteria`.',
    'tasks.entities': 'Entities of datasets can be bound to a task, listed and unbound.',
  }),
  ...specified('2.6', {
    'criteria.fields': 'A criterion has `id`, `task_id`, `label`, `assertion`, `weight` and `created_at`.',
    'criteria.assertion': 'An assertion is an object whose `assert` names its kind.',
    'criteria.portal-state-match':
      '`portal-state-match` has `correlate_by` with `resource` and `key`, and `assertions` with `path` and `expected`.',
    'criteria.weight-in-scoring': 'The `weight` of a criterion counts in the score of its task.',
  }),
  ...specified('2.7', {
    'task-runs.fields':
      'A task run has `id`, `benchmark_run_id`, `task_id`, `playground_id`, `status`, `phase`, `verdict`, `score`, ' +
      '`snapshot`, `started_at` and `completed_at`.',
    'task-runs.status-values': 'The `status` is `active`, `completed`, `cancelled`, `failed` or `timed_out`.',
    'task-runs.phase-values': 'The `phase` is `created`, `started` or `completed`.',
    'task-runs.verdict-values': 'The `verdict` is null, `pass`, `partial` or `fail`.',
    'task-runs.set-on-completion': '`verdict` and `score` are null before completion and set by it.',
    'task-runs.score-range': 'The `score` is between 0 and 1.',
    'task-runs.snapshot': 'The `snapshot` is a frozen copy of the task: later changes of the task do not affect it.',
    'task-runs.criterion-runs': '`GET /task-runs/{id}` returns the array `criterion_runs`.',
  }),
  ...specified('2.8', {
    'criterion-runs.fields':
      'A criterion run has `id`, `task_run_id`, `criterion_id`, `passed`, `score`, `details`, `evidence`, ' +
      '`started_at` and `completed_at`.',
    'criterion-runs.score-range': 'The `score` of a criterion run is between 0 and 1.',
    'criterion-runs.passed': '`passed` is true exactly if the criterion passed.',
    'criterion-runs.field-results': 'For field checks, the `evidence` has `field_results`.',
    'criterion-runs.field-result': 'A field result has `path`, `expected`, `actual` and `passed`.',
    'criterion-runs.read-only': 'Criterion runs cannot be written: only completions create them.',
  }),
  ...specified('2.9', {
    'create-run.benchmark': 'A run is created with `benchmark`, a reference with a version.',
    'create-run.scored': 'A run is created with `scored`, a boolean.',
    'create-run.bearer-token': 'The response has `bearer_token`, a token that begins with `vrl_run_`.',
    'create-run.expires-at': 'The response has `bearer_token_expires_at`, a date-time in the future.',
    'create-run.task-run-urls': 'The response has the URLs of the task runs, and they work.',
  }),
  ...specified('2.10', {
    'completion.fields':
      'The response to a completion has `task_run_id`, `phase`, `verdict`, `score`, `axes` and `checks`.',
    'completion.phase': '`phase` is `completed`.',
    'completion.verdict': '`verdict` is `pass`, `partial` or `fail`.',
    'completion.score': '`score` is a number from 0 to 1.',
    'completion.axes': '`axes` maps the name of an axis to an object with the numbers `score` and `weight`.',
    'completion.checks': '`checks` has one entry for each criterion of the task.',
    'completion.check-fields':
      'A check has `criterion_id`, `label`, `result`, `score`, `axis`, `details` and `field_results` on a run that ' +
      'is not scored.',
  }),
]
