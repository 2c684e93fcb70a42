import { decided, recommended } from '../requirement.js'

export const runFlowRequirements = [
  ...decided('Runs of the organization', {
    'runs.extra-fields': 'A run also has `phase`, `solver_id`, `version`, `scored` and `task_runs`.',
    'runs.list': '`GET /benchmark-runs` lists the runs of the organization.',
    'runs.two-paths': '`GET /benchmark-runs/{id}` and `GET /runs/{run_id}` answer the same.',
    'runs.authoring': '`POST /benchmark-runs` with an organization key makes an unscored run without a Solver.',
    'runs.authoring-carried-out':
      '`POST /benchmark-runs` also answers `bearer_token`, `endpoints` and the URLs of each task run, and the run ' +
      'can be completed.',
    'runs.complete-output': '`POST /task-runs/{id}/complete` takes an `output`.',
    'runs.authoring-own-only':
      '`POST /benchmark-runs` with an organization key runs only benchmarks of the organization.',
    'runs.cancel': '`POST /benchmark-runs/{id}/cancel` cancels the task runs that have not ended.',
    'runs.delete':
      '`DELETE /benchmark-runs/{id}` deletes a run that has ended, with its task runs and criterion runs: 204, and ' +
      '404 afterwards.',
    'runs.delete-at-work': 'The deletion of a run that has not ended is 409, and changes nothing.',
    'runs.complete-answer': '`POST /task-runs/{id}/complete` answers the task run with `criterion_runs`.',
    'runs.cancel-answer': '`POST /task-runs/{id}/cancel` answers the task run.',
  }),
  ...decided('Benchmarks of others', {
    'foreign.owner': 'A run belongs to the organization of its Solver.',
    'foreign.snapshot': 'Of a Public benchmark of another organization a run shows no criteria in `snapshot`.',
    'foreign.no-evidence':
      'In scored runs of a benchmark of another organization, criterion runs show no details, evidence or field ' +
      'results.',
    'foreign.benchmark-owner-reads': 'The organization of the benchmark reads those criterion runs in full.',
  }),
  ...decided('Creating a run', {
    'create-run.status': '`POST /v1/benchmark-runs` answers 201.',
    'create-run.scored-default': '`scored` is false unless given.',
    'create-run.fields':
      'The answer has `benchmark_run_id`, `benchmark` with `id`, `name` and `version`, `scored`, `phase`, ' +
      '`status`, `endpoints` and `task_runs`.',
    'create-run.endpoints': '`endpoints` has the path of each group of simulated systems that the environment has.',
    'create-run.task-runs':
      'A task run has `id,task_id,name,phase,start_url,complete_url,task_item`, and phase `created`.',
    'create-run.absolute-paths': 'The URLs in the answer are absolute paths.',
    'create-run.tasks':
      'With `tasks`, ids or names, a run has only these tasks, in that order, and carries `subset: true` wherever ' +
      'it is read.',
    'create-run.tasks-id-first': 'An entry of `tasks` is looked up as an id before it is looked up as a name.',
    'create-run.tasks-refused':
      'An empty `tasks`, and an unknown, ambiguous or repeated entry, are 400 with the path of the entry.',
    'create-run.tasks-count': 'The score of a run of selected tasks is the mean of these.',
    'create-run.seed':
      '`POST /benchmark-runs` takes a `seed`, and two runs with the same seed have the same generated values.',
    'create-run.seed-by-solver':
      '`POST /v1/benchmark-runs` takes a `seed` where the version has `seed_by_solver`, and is 400 elsewhere.',
    'create-run.labels':
      'With `agent` and `group`, names of 1 to 200 characters, a run has them wherever it is read; without them, null.',
    'create-run.labels-refused': 'Empty and longer names are 400 with the path of the member.',
    'create-run.no-criteria': 'The response contains no criteria.',
    'create-run.playground-reserved': 'Each task run has its own `playground_id` from the beginning.',
  }),
  ...decided('Reading a run', {
    'read-run.fields':
      'The answer has ' +
      '`benchmark_run_id,benchmark,scored,phase,status,verdict,score,started_at,completed_at,task_runs`.',
    'read-run.task-runs': 'Its task runs have `id,task_id,name,phase,status,verdict,score`.',
    'read-run.no-detail': 'It contains no details of criteria, scored or not.',
  }),
  ...decided('Starting a task run', {
    'start.answer':
      'The answer is the task run with `endpoints`, `task_item` and `sandboxes` with `id,type,credentials`.',
    'start.repeated': 'A repeated start returns the same members, with the current phase and status.',
    'start.runs-scenario': 'The scenario has run before the start is answered.',
    'start.scenario-fails': 'A scenario that fails is 503, and the task run stays `created`.',
    'start.concurrency': 'A start beyond `concurrency` is 409.',
    'start.after-cancel': 'A cancelled task run is not started: 409.',
  }),
  ...decided('Calls to simulated systems', {
    'systems.only-started': 'A call addresses the only started task run of the run.',
    'systems.several-started': 'With several started, a call without `Task-Run-Id` is 409.',
    'systems.header': 'With `Task-Run-Id`, a call addresses that task run; an unknown id is 404.',
    'systems.none-started': 'Without a started task run a call is 409.',
    'systems.keyed-paths':
      'A system that is not the first of its type answers under `<group>@<key>`, `%40` alike, which `endpoints` name.',
    'systems.absent-group': 'A group that the environment has no simulator for is 404.',
  }),
  ...decided('Completing a task run', {
    'completion.output': 'A completion takes `{"output": any JSON}`, and `output-match` reads it.',
    'completion.answered-stays':
      'A completion that was answered is answered the same after its task run was cancelled.',
    'completion.repeated':
      'A second completion gets the same response as the first, byte for byte, whatever its `output`.',
    'completion.concurrent': 'Two simultaneous completions get the same response and are verified once.',
    'completion.once': 'Of completion, cancellation and deadline exactly one decides the end of a task run.',
    'completion.not-started': 'A completion from phase `created` is 409.',
    'completion.after-cancel': 'A completion of a task run that was cancelled before it was completed is 409.',
    'completion.after-timeout': 'A completion of a timed out task run is 409.',
    'completion.freezes': 'After completion nothing changes the simulated systems of the task run.',
    'completion.status': 'After completion the status is `completed`.',
    'completion.verification-fails':
      'A verification that fails with an error is 500: status `failed`, the phase stays, verdict and score are ' +
      'null, and there are no criterion runs.',
    'completion.verified-again': 'Completing a failed task run again repeats the verification of the frozen state.',
  }),
  ...decided('Deadlines', {
    'deadlines.completed-at': '`completed_at` of a task run that timed out is its deadline, whenever that is noticed.',
    'deadlines.timed-out': 'A task run that is past its deadline has status `timed_out` and phase `completed`.',
    'deadlines.result': 'Its verdict is `fail` and its score 0.',
    'deadlines.criterion-runs': 'It has one criterion run for each criterion, with score 0 and details `not verified`.',
    'deadlines.just-before': 'A completion that comes before the deadline counts.',
    'deadlines.on-access': 'A deadline takes effect without any call.',
    'deadlines.from-start': 'The deadline is `timeout` seconds after the start.',
  }),
  ...decided('Cancelling', {
    'cancelling.any-state': 'A cancellation is 200 in every state, also when repeated.',
    'cancelling.keeps': 'A cancelled task run keeps its phase, verdict, score and criterion runs.',
    'cancelling.run': 'The cancellation of a run leaves task runs that have ended as they are.',
    'cancelling.ended-run': 'The cancellation of a run that has ended changes nothing.',
  }),
  ...decided('The end of a run', {
    'run-end.started': 'A run is `started` once its first task run has started.',
    'run-end.completed': 'A run ends when every task run has ended.',
    'run-end.status':
      'Its status is `failed` if a task run failed, else `cancelled` if it was cancelled, else `completed`.',
    'run-end.score': 'Its score is the mean of its task runs, cancelled and timed out ones counting 0.',
    'run-end.broken':
      'A run that has ended counts `failures` and `omissions` by severity, the part of both that was ' +
      '`left_undone`, and `undecided`; a critical or major one forbids `pass`.',
    'run-end.score-null': 'Its score is null unless its status is `completed`.',
    'run-end.verdict': 'Its verdict follows from its score by the threshold of the benchmark.',
  }),
  ...decided('Scenarios', {
    'scenario.drop-file': '`drop_file_inbox` puts a file into the inbox.',
    'scenario.receive-hl7': '`receive_hl7` puts a message into the HL7 inbox.',
    'scenario.receive-fax': '`receive_fax` delivers a fax.',
    'scenario.receive-message': '`receive_message` delivers a message.',
    'scenario.upsert-fhir': '`upsert_fhir` writes a resource into the record.',
    'scenario.set-portal-row': '`set_portal_row` writes a row of the portal.',
    'scenario.system': 'A step with `system` is for the system with that key; without it, for the first that takes it.',
    'scenario.advance-clock': '`advance_clock` moves the clock of that playground only.',
  }),
  ...decided('Time', {
    'time.starts-at': 'The clock of a playground begins at `starts_at` of the task, else when the task run is started.',
    'time.one-clock': 'Every date that the systems of a playground stamp or show is of its clock.',
    'time.real': 'A `real` clock, the default, runs as the clock of the service does.',
    'time.stepped':
      'A `stepped` clock moves by `seconds_per_call`, default 1, before each call of the agent, reads and refusals ' +
      'too, and not by itself.',
    'time.stepped-refused':
      'A `stepped` clock stands still for a request that no system sees, such as malformed JSON; an unknown path ' +
      'below a system is a call.',
    'time.independent': 'No result on a `stepped` clock depends on how long the agent pauses between its calls.',
    'time.read': '`GET clock` answers the time of the playground and how it runs, and moves nothing.',
    'time.wait': '`POST wait` with `seconds` ends that many seconds later, with what happened meanwhile, in order.',
    'time.wait-event':
      'With `until: "event"` it ends with the first event without the agent, at most `at_most_seconds` later.',
    'time.wait-limits': 'A wait of more than 31 days, or of more than 30 seconds on a `real` clock, is 400.',
    'time.departed': 'On a `real` clock a wait ends when its client disconnects.',
    'time.chosen': '`Task-Run-Id` chooses the playground of `clock` and `wait` as for the simulated systems.',
    'time.timeout': 'The timeout of a task run is of the clock of the service.',
  }),
  ...decided('Agents over MCP', {
    'run-mcp.tools':
      'The tools of a run are `start_task`, `clock`, `wait`, `submit` and the calls of its systems; they describe ' +
      'no task.',
    'run-mcp.start-task':
      '`start_task` starts the task with that name or id, else the next, and answers its instruction.',
    'run-mcp.batch-waits': 'On a `real` clock the waits of one batch have 30 seconds together.',
    'run-mcp.whole-task': 'An agent can do a whole task with the tools alone, from its instruction to its submission.',
    'run-mcp.submit':
      '`submit` completes the started task with an output; its answer has no verdict, no score and nothing of ' +
      'criteria.',
    'run-mcp.scored': 'Nothing that an agent reads over MCP has criteria, verdicts, scores or credentials.',
    'run-mcp.same-log': 'A call by a tool leaves the same log as that call over HTTP.',
    'run-mcp.chosen': '`Task-Run-Id` of an MCP request chooses the task run of its tools.',
    'run-mcp.token': 'It takes the token of this run and no other, which has no access to `/mcp`.',
    'run-mcp.arguments': 'Invalid arguments are an error that names them as they were sent; no system is called.',
    'run-mcp.bodies': 'Bodies that are text are passed as text, and bytes in base64, attached to a result.',
    'run-mcp.pages': 'Lists and searches are paged by their own parameters; results are not cut.',
  }),
  ...decided('Arrivals', {
    'arrivals.at-seconds': 'A step with `at_seconds` is run that many seconds after the agent has started.',
    'arrivals.after':
      'A step with `after` is executed `delay_seconds` after each matching event, at most `at_most_times` times, ' +
      'default 1.',
    'arrivals.order': 'Steps that fall due are in the evidence in the order of their times, whenever the agent looks.',
    'arrivals.not-initial': 'A step that comes later is no part of the state before the agent started.',
    'arrivals.checked':
      'A step with both, with an unknown event or unreadable conditions is 400 when the task is written.',
  }),
  ...decided('Snapshots', {
    'snapshots.parts':
      'A `snapshot` holds the frozen task, its criteria, the configurations of the simulators and the seed.',
  }),
  ...recommended('Snapshots', {
    'snapshots.before-end': 'A task run shows its `snapshot` from its creation on.',
  }),
]
