import { decided } from '../requirement.js'

export const authoringRequirements = [
  ...decided('Lists and parents', {
    'lists.parent-required':
      'A list that is filtered by its parent requires the parameter; without it, the request is rejected with 400.',
    'lists.parent-unknown': 'A list under an unknown parent, or one of another organization, is rejected with 404.',
    'lists.nested-oldest-first': 'Arrays inside objects, as `criteria` and `task_runs`, are oldest first.',
  }),
  ...decided('Environments', {
    'environments.create': '`POST /environments` creates an environment without simulators.',
    'environments.name-length': 'The name of an environment has 1 to 200 characters, its description at most 1000.',
    'environments.simulators': 'An environment has `simulators` with `id`, `type`, `name` and `config`.',
    'environments.datasets': 'An environment has `datasets` with `id`, `type` and `name`.',
    'environments.patch-shared': 'A `PATCH` of an environment writes the configuration of the simulator itself.',
    'environments.patch-atomic': 'A `PATCH` with one invalid configuration changes nothing.',
    'environments.link-simulator': '`POST /environments/{id}/simulators/{simulator_id}` links a simulator.',
    'environments.second-of-a-type':
      'Adding a second simulator of a type to an environment is rejected with 409 unless it is given a `key`.',
    'environments.keys':
      'A linked simulator has a `key`: the one that was given, else the group of the first of its type.',
    'environments.key-unique': 'A `key` is `[a-z][a-z0-9-]{0,31}` (else 400) and unique in its environment (else 409).',
    'environments.unlink-simulator':
      '`DELETE /environments/{id}/simulators/{simulator_id}` unlinks a simulator, which stays.',
    'environments.link-dataset': '`POST /environments/{id}/datasets/{dataset_id}` links a dataset.',
    'environments.unlink-dataset': '`DELETE /environments/{id}/datasets/{dataset_id}` unlinks a dataset, which stays.',
  }),
  ...decided('Simulators', {
    'simulators.crud': '`/simulators` and `/simulators/{id}` create, list, read, change and delete simulators.',
    'simulators.fields': 'A simulator has `id`, `type`, `name`, `config` and `created_at`.',
    'simulators.config-checked':
      'A configuration that does not match its type is rejected with 400 and the path of the error.',
    'simulators.config-defaults': 'A simulator that is created without `config` has the defaults of its type.',
  }),
  ...decided('Benchmarks', {
    'benchmarks.extra-fields': 'A benchmark also has `environment_id`, `visibility`, `updated_at` and `archived`.',
    'benchmarks.only-name-required': 'Only a `name` is required to create a benchmark.',
    'benchmarks.defaults': 'By default `timeout` is 600, `concurrency` 1 and `visibility` `Private`.',
    'benchmarks.name-shape': 'A name has 1 to 100 characters without `@`, `/` and control characters.',
    'benchmarks.name-unique': 'A name that another benchmark of the organization already has is rejected with 409.',
    'benchmarks.name-fixed': 'The name of a benchmark that has a version cannot be changed: 409.',
    'benchmarks.timeout-bounds': '`timeout` is 1 to 86400 seconds per task run.',
    'benchmarks.concurrency-bounds':
      '`concurrency` is 1 to 64 task runs of one run that may be started at the same time.',
    'benchmarks.read-change-delete': '`/benchmarks/{id}` can be read, changed and deleted.',
    'benchmarks.archive':
      'Deleting a benchmark with versions archives it: it can still be read, and `archived` is true.',
    'benchmarks.environment-unknown':
      'An unknown `environment_id`, or one of another organization, is rejected with 404.',
  }),
  ...decided('Overrides', {
    'overrides.pass-threshold': '`pass_threshold`, above 0 and at most 1, is the lowest score with the verdict `pass`.',
    'overrides.pass-threshold-default': 'Without `pass_threshold` a score of 0.9 passes.',
    'overrides.axis-weights': '`axis_weights` weighs the axes in the score of a task.',
    'overrides.simulators': '`simulators` has merge patches (RFC 7396) of configurations by simulator id.',
    'overrides.seed': '`seed` makes generated values inside playgrounds the same in every run.',
    'overrides.scored-only': 'With `scored_only`, every run is scored, even if the request says otherwise.',
    'overrides.unknown': 'An unknown member of `overrides` is rejected with 400.',
  }),
  ...decided('Versions', {
    'versions.publish': '`POST /benchmarks/{id}/versions` returns version 1 with 201, then version 2, and so on.',
    'versions.immutable': 'A version does not change when its benchmark, tasks, criteria, simulators or datasets do.',
    'versions.list': '`GET /benchmarks/{id}/versions` lists the versions.',
    'versions.read': '`GET /benchmarks/{id}/versions/{n}` returns one version; for an unknown one, it returns 404.',
    'versions.no-tasks': 'A benchmark without an environment or without tasks is not published: 409.',
    'versions.audit': 'A version has an `audit`: `pending` until it is done, then the report.',
    'versions.audit-pending':
      'Publishing does not wait for the audit; until it is done, creating runs of the version is rejected with 409.',
    'versions.audit-progress':
      'While its audit is pending, a version has `audit_progress {done, total}`, the number of its tasks that are ' +
      'audited; an audit that was interrupted goes on after them.',
    'versions.audit-refuses':
      'A version whose audit has errors keeps its number and the report; `runnable` is false, and creating its runs ' +
      'is rejected with 409.',
    'versions.allow-findings': 'With `{"allow_findings":true}` a version can be run in spite of audit errors.',
    'versions.public-name-unique': 'A name that another organization has published as Public is rejected with 409.',
    'versions.visibility-live': 'A change of `visibility` applies to runs that are created after it.',
  }),
  ...decided('Audit', {
    'audit.vacuous':
      'A criterion that scores above 0 although nothing was done, or only unrelated actions, is the error `vacuous`.',
    'audit.unsatisfiable': 'A criterion that none of the solutions passes is the error `unsatisfiable`.',
    'audit.nothing-to-score': 'A task without criteria, with weights that sum to 0, or with only guards is an error.',
    'audit.unknown-system':
      'A criterion that names the key of a system that the environment does not have is an error.',
    'audit.unresolved-entity': 'A criterion that names an entity that its task does not have is an error.',
    'audit.warnings': '`insensitive`, `dominated`, `leak`, `uncorrelated` and a missing solution are warnings.',
    'audit.failing-solution':
      'A solution that does not pass, although another one does, is the warning `failing-solution`.',
    'audit.unknown-axis': 'A weight in `axis_weights` for an axis that no criterion has is the warning `unknown-axis`.',
    'audit.harm-unnoticed':
      'A verdict that stays `pass` when harm is added to a solution is the error `harm-unnoticed`.',
    'audit.counter-unnoticed':
      'A counterexample that does not break a criterion that it names, or after which the verdict is `pass`, is the ' +
      'error `counter-unnoticed`.',
    'audit.cheap-gain': 'A score above 0.15 for an agent that does not know the task is the error `cheap-gain`.',
    'audit.allowances':
      'A task without a guard `no-collateral` is the warning `no-collateral-missing`, and an entry without `where` ' +
      'is the error `open-allowance`.',
    'audit.unreached-guard':
      'A guard that no mutant and no harm breaks is the finding `unreached-guard`: an error if it is critical, ' +
      'otherwise a warning.',
    'audit.dangling-selector':
      'A selector with an id, a number or a person that no record has is the warning `dangling-selector`.',
    'audit.free-text-pattern': '`$regex` or `$contains` on free text is the warning `free-text-pattern`.',
    'audit.negated-comparison':
      'A guard with `$not` around `$gt`, `$gte`, `$lt` or `$lte` is the warning `negated-comparison`.',
    'audit.names-the-criterion': 'Each finding names the criterion, the evidence and a fix.',
  }),
  ...decided('References', {
    'references.last-at':
      'A reference is split at its last `@`; one without a name or version number is rejected with 400.',
    'references.own-first': 'The name is looked up in the caller’s organization, then among Public benchmarks.',
    'references.unknown': 'An unknown name and an unknown version are rejected with 404.',
  }),
  ...decided('Datasets', {
    'datasets.crud': '`/datasets` and `/datasets/{id}` create, list, read, change and delete datasets.',
    'datasets.parent-same': 'A parent of another organization is rejected with 404, and one of another type with 400.',
    'datasets.parent-no-cycle': 'A cycle of parents is rejected.',
    'datasets.own-entries-win': 'Entries of a dataset override the same entries of its ancestors.',
    'datasets.config-fhir': 'The configuration of a `FHIR` dataset is `{bundle}` or `{generator:{seed,patients}}`.',
    'datasets.config-files':
      'The configuration of a `Files` dataset is `{files:[{path,content|content_base64,media_type}]}`.',
    'datasets.config-hl7': 'The configuration of an `HL7` dataset is `{messages:[ER7]}`.',
    'datasets.config-x12': 'The configuration of an `X12` dataset is `{transactions:[EDI]}`.',
    'datasets.config-portal': 'The configuration of a `Portal` dataset is `{rows:{resource:[row]}}`.',
    'datasets.problems':
      'A dataset has `problems`, with the `path` and `message` of each place where its `config` does not match its ' +
      'type.',
    'datasets.problems-refuse-publishing':
      'Publishing a benchmark whose environment has a dataset with problems is rejected with 409.',
    'datasets.problems-refuse-seeding':
      'Creating a playground of an environment that has a dataset with problems is rejected with 409.',
    'datasets.entities':
      '`/datasets/{id}/entities` creates and lists entities with `id,dataset_id,type,ref,data,created_at`.',
  }),
  ...decided('Tasks', {
    'tasks.bind-body': '`POST /tasks/{id}/entities` takes `{"dataset_entity_id"}` and returns the entity.',
    'tasks.filter-tags': '`tag` can be repeated: the list contains the tasks that have all of these tags.',
    'tasks.solutions': 'A task can have `solutions`: recorded calls that solve it.',
    'tasks.solutions-hidden': 'No response under `/v1` contains a solution.',
    'tasks.counters': 'A task can have `counters`: recorded calls that do harm.',
    'tasks.unknown-step': 'A scenario with an unknown kind of step is rejected with 400.',
    'tasks.steps-checked':
      'A step that its system cannot run in any state is rejected with 400 and the path of the error when the task ' +
      'is written.',
    'tasks.environment':
      '`environment` of a task adds datasets after those of the benchmark, and patches (RFC 7396) configurations of ' +
      'simulators by key, for runs of this task alone.',
    'tasks.environment-refused':
      'A key that the environment lacks, a patch that makes a configuration invalid, and a dataset that no simulator ' +
      'accepts prevent publishing (409); an unknown dataset is rejected with 404 when the task is written.',
  }),
  ...decided('Criteria', {
    'criteria.crud': '`/criteria?task_id=` and `/criteria/{id}` create, list, read, change and delete criteria.',
    'criteria.axis': '`axis` is null or `[a-z][a-z0-9_-]*`; any other value is rejected with 400.',
    'criteria.default-axis': 'A criterion without an axis counts under `__default__`.',
    'criteria.weight': '`weight` is 1 by default, finite and at least 0.',
    'criteria.guard': '`guard` marks a criterion that states what must not happen.',
    'criteria.input-entity':
      '`input_entity_id` names an entity of the organization; an unknown one is rejected with 404.',
    'criteria.assertion-checked':
      'An assertion of unknown kind or wrong shape is rejected with 400 and the path of the error.',
  }),
  ...decided('Deletion', {
    'deletion.task': 'Deleting a task deletes its criteria and bindings.',
    'deletion.benchmark': 'Deleting a benchmark without versions deletes its tasks.',
    'deletion.dataset': 'Deleting a dataset deletes its entities.',
    'deletion.referenced':
      'Deleting something that another live resource refers to is rejected with 409, and the message names that ' +
      'resource.',
    'deletion.copies': 'Versions and runs keep working after the resources from which they were created are deleted.',
  }),
  ...decided('Playgrounds and sandboxes', {
    'playgrounds.crud':
      '`/playgrounds` creates and lists, `/playgrounds/{id}` reads and `…/teardown` ends playgrounds.',
    'playgrounds.fields': 'A playground has `id,environment_id,task_run_id,status,created_at`.',
    'playgrounds.status': '`status` is `pending`, `active`, `frozen` or `torn_down`.',
    'playgrounds.torn-down': 'Calls to the sandboxes of a torn down playground are rejected with 409.',
    'sandboxes.list': '`GET /sandboxes?playground_id=` and `GET /sandboxes/{id}` return sandboxes.',
    'sandboxes.events': '`GET /sandboxes/{id}/events` lists what was done in a sandbox.',
    'sandboxes.groups': 'The groups of simulated systems are served under `/sandboxes/{id}/` with an organization key.',
    'sandboxes.keyed-paths':
      'The sandbox of a system that is not the first of its type has its `key`, and is available under ' +
      '`<group>@<key>`.',
    'sandboxes.read-only-in-runs':
      'Sandboxes of a live task run reject writes and teardown with an organization key with 409.',
  }),
  ...decided('Wires', {
    'wires.members':
      'A sandbox may have `wires` in the response to the start of its task run and in `GET /sandboxes/{id}`.',
    'wires.shape': 'A wire has `kind`, `host`, `port` and the members of its kind.',
    'wires.lists': 'Lists of sandboxes have no `wires`.',
    'wires.same': 'Actions over a wire leave the same log, events and evidence as over HTTP.',
    'wires.ended': 'A sandbox that has ended has no `wires`, and the port of an MLLP wire is closed within seconds.',
    'wires.none-left': 'If a wire cannot be opened, the start fails with 503 and can be repeated.',
  }),
]
