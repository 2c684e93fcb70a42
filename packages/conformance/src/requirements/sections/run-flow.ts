import { decided, recommended } from '../requirement.js'

export const runFlowRequirements = [
  ...decided('Runs of the organization', {
    'runs.extra-fields': 'A run also has `phase`, `solver_id`, `version`, `scored` and `task_runs`.',
    'runs.list': '`GET /benchmark-runs` lists the runs of the organization.',
    'runs.two-paths': '`GET /benchmark-runs/{id}` and `GET /runs/{run_id}` return the same response.',
    'runs.authoring': '`POST /benchmark-runs` with an organization key creates an unscored run without a Solver.',
    'runs.authoring-carried-out':
      '`POST /benchmark-runs` also returns `bearer_token`, `endpoints` and the URLs of each task run, and the run ' +
      'can be completed.',
    'runs.complete-output': '`POST /task-runs/{id}/complete` takes an `output`.',
    'runs.authoring-own-only':
      '`POST /benchmark-runs` with an organization key runs only benchmarks of the organization.',
    'runs.cancel': '`POST /benchmark-runs/{id}/cancel` cancels the task runs that have not ended.',
    'runs.delete':
      '`DELETE /benchmark-runs/{id}` deletes a run that has ended, with its task runs and criterion runs: 204, and ' +
      '404 afterwards.',
    'runs.delete-at-work': 'The deletion of a run that has not ended is rejected with 409, and changes nothing.',
    'runs.complete-answer': '`POST /task-runs/{id}/complete` returns the task run with `criterion_runs`.',
    'runs.cancel-answer': '`POST /task-runs/{id}/cancel` returns the task run.',
  }),
  ...decided('Benchmarks of others', {
    'foreign.owner': 'A run belongs to the organization of its Solver.',
    'foreign.snapshot': 'A run of a Public benchmark of another organization has no criteria in `snapshot`.',
    'foreign.no-evidence':
      'In scored runs of a benchmark of another organization, criterion runs have no details, evidence or field ' +
      'results.',
    'foreign.benchmark-owner-reads':
      'The organization of the benchmark reads the criterion runs of runs by other organizations in full.',
  }),
  ...decided('Creating a run', {
    'create-run.status': '`POST /v1/benchmark-runs` returns 201.',
    'create-run.scored-default': '`scored` is false by default.',
    'create-run.fields':
      'The response has `benchmark_run_id`, `benchmark` with `id`, `name` and `version`, `scored`, `phase`, ' +
      '`status`, `endpoints` and `task_runs`.',
    'create-run.endpoints': '`endpoints` has the path of each group of simulated systems that the environment has.',
    'create-run.task-runs':
      'A task run has `id,task_id,name,phase,start_url,complete_url,task_item`, and phase `created`.',
    'create-run.absolute-paths': 'The URLs in the response are absolute paths.',
    'create-run.tasks':
      'With `tasks`, ids or names, a run has only these tasks, in that order, and has `subset: true` in every ' +
      'response.',
    'create-run.tasks-id-first': 'An entry of `tasks` is looked up as an id before it is looked up as a name.',
    'create-run.tasks-refused':
      'An empty `tasks`, and an unknown, ambiguous or repeated entry, are rejected with 400 and the path of the entry.',
    'create-run.tasks-count': 'The score of a run of selected tasks is the mean of the scores of these tasks.',
    'create-run.seed':
      '`POST /benchmark-runs` takes a `seed`, and two runs with the same seed have the same generated values.',
    'create-run.seed-by-solver':
      '`POST /v1/benchmark-runs` takes a `seed` if the version has `seed_by_solver`, and otherwise rejects it with ' +
      '400.',
    'create-run.labels':
      'With `agent` and `group`, names of 1 to 200 characters, a run has them in every response; without them, they ' +
      'are null.',
    'create-run.labels-refused': 'Empty and longer names are rejected with 400 and the path of the member.',
    'create-run.no-criteria': 'The response contains no criteria.',
    'create-run.playground-reserved': 'Each task run has its own `playground_id` from the beginning.',
  }),
  ...decided('Reading a run', {
    'read-run.fields':
      'The response has ' +
      '`benchmark_run_id,benchmark,scored,phase,status,verdict,score,started_at,completed_at,task_runs`.',
    'read-run.task-runs': 'The task runs of a run have `id,task_id,name,phase,status,verdict,score`.',
    'read-run.no-detail': 'The response contains no details of criteria, scored or not.',
  }),
  ...decided('Starting a task run', {
    'start.answer':
      'The response is the task run with `endpoints`, `task_item` and `sandboxes` with `id,type,credentials`.',
    'start.repeated': 'A repeated start returns the same members, with the current phase and status.',
    'start.runs-scenario': 'The scenario is executed before the response to the start.',
    'start.scenario-fails': 'If the scenario fails, the start returns 503, and the task run stays `created`.',
    'start.concurrency': 'A start beyond `concurrency` is rejected with 409.',
    'start.after-cancel': 'A cancelled task run cannot be started: 409.',
  }),
  ...decided('Calls to simulated systems', {
    'systems.only-started': 'A call addresses the only started task run of the run.',
    'systems.several-started': 'With several started task runs, a call without `Task-Run-Id` is rejected with 409.',
    'systems.header': 'With `Task-Run-Id`, a call addresses that task run; an unknown id is rejected with 404.',
    'systems.none-started': 'Without a started task run, a call is rejected with 409.',
    'systems.keyed-paths':
      'A system that is not the first of its type is available under `<group>@<key>`, also written with `%40`, as in ' +
      '`endpoints`.',
    'systems.absent-group': 'A call to a group for which the environment has no simulator gets 404.',
  }),
  ...decided('Completing a task run', {
    'completion.output': 'A completion accepts `{"output": any JSON}`, and `output-match` reads it.',
    'completion.answered-stays':
      'If a completion was answered and its task run is then cancelled, a repeated completion gets the same response.',
    'completion.repeated':
      'A second completion gets the same response as the first, byte for byte, whatever its `output`.',
    'completion.concurrent': 'Two simultaneous completions get the same response and are verified once.',
    'completion.once': 'Exactly one of completion, cancellation and deadline ends a task run.',
    'completion.not-started': 'A completion from phase `created` is rejected with 409.',
    'completion.after-cancel':
      'A completion of a task run that was cancelled before it was completed is rejected with 409.',
    'completion.after-timeout': 'A completion of a timed out task run is rejected with 409.',
    'completion.freezes': 'After completion nothing changes the simulated systems of the task run.',
    'completion.status': 'After completion the status is `completed`.',
    'completion.verification-fails':
      'If the verification fails with an error, the response is 500 and the status `failed`; the phase is unchanged, ' +
      'verdict and score are null, and there are no criterion runs.',
    'completion.verified-again': 'Completing a failed task run again repeats the verification of the frozen state.',
  }),
  ...decided('Deadlines', {
    'deadlines.completed-at':
      '`completed_at` of a task run that timed out is its deadline, even if the timeout is noticed later.',
    'deadlines.timed-out': 'A task run that is past its deadline has status `timed_out` and phase `completed`.',
    'deadlines.result': 'A task run that timed out has the verdict `fail` and the score 0.',
    'deadlines.criterion-runs':
      'A task run that timed out has one criterion run for each criterion, with score 0 and details `not verified`.',
    'deadlines.just-before': 'A completion before the deadline counts.',
    'deadlines.on-access': 'A deadline takes effect even without any call.',
    'deadlines.from-start': 'The deadline is `timeout` seconds after the start.',
  }),
  ...decided('Cancelling', {
    'cancelling.any-state': 'A cancellation returns 200 in every state, also when repeated.',
    'cancelling.keeps': 'A cancelled task run keeps its phase, verdict, score and criterion runs.',
    'cancelling.run': 'The cancellation of a run does not change task runs that have ended.',
    'cancelling.ended-run': 'The cancellation of a run that has ended changes nothing.',
  }),
  ...decided('The end of a run', {
    'run-end.started': 'A run is `started` as soon as its first task run is started.',
    'run-end.completed': 'A run ends when every task run has ended.',
    'run-end.status':
      'A run that has ended is `failed` if a task run failed, else `cancelled` if it was cancelled, else `completed`.',
    'run-end.score': 'The score of a run is the mean of its task runs; cancelled and timed out ones count 0.',
    'run-end.broken':
      'A run that has ended has the counts `failures` and `omissions` by severity, of both those `left_undone`, and ' +
      '`undecided`; a critical or major one prevents `pass`.',
    'run-end.score-null': 'The score of a run is null unless its status is `completed`.',
    'run-end.verdict': 'The verdict of a run follows from its score by the threshold of the benchmark.',
  }),
  ...decided('Scenarios', {
    'scenario.drop-file': '`drop_file_inbox` puts a file into the inbox.',
    'scenario.receive-hl7': '`receive_hl7` puts a message into the HL7 inbox.',
    'scenario.receive-fax': '`receive_fax` delivers a fax.',
    'scenario.receive-message': '`receive_message` delivers a message.',
    'scenario.upsert-fhir': '`upsert_fhir` writes a resource into the record.',
    'scenario.set-portal-row': '`set_portal_row` writes a row of the portal.',
    'scenario.system':
      'A step with `system` is executed by the system with that key; without it, by the first system that supports ' +
      'the step.',
    'scenario.advance-clock': '`advance_clock` moves the clock of that playground only.',
  }),
  ...decided('Time', {
    'time.starts-at':
      'The clock of a playground starts at `starts_at` of the task, or else at the time when the task run is started.',
    'time.one-clock': 'Every date that the systems of a playground record or show is from its clock.',
    'time.real': 'A `real` clock, the default, runs like the clock of the service.',
    'time.stepped':
      'A `stepped` clock moves by `seconds_per_call`, default 1, before each call of the agent, including reads and ' +
      'rejected calls, and not by itself.',
    'time.stepped-entries': 'A FHIR batch or transaction moves it for each entry; a malformed one moves it once.',
    'time.stepped-refused':
      'A `stepped` clock does not move for a request that no system receives, such as malformed JSON; a call of an ' +
      'unknown path below a system moves it.',
    'time.independent': 'No result on a `stepped` clock depends on how long the agent pauses between its calls.',
    'time.read': '`GET clock` returns the time of the playground and how its clock runs, and does not move the clock.',
    'time.wait':
      '`POST wait` with `seconds` ends that many seconds later, and returns what happened meanwhile, in order.',
    'time.wait-event':
      'With `until: "event"`, a wait ends with the first event that the agent did not cause, at most ' +
      '`at_most_seconds` later.',
    'time.wait-limits':
      'A wait of more than 31 days, or of more than 30 seconds on a `real` clock, is rejected with 400.',
    'time.departed': 'On a `real` clock a wait ends when its client disconnects.',
    'time.chosen':
      '`Task-Run-Id` selects the playground of `clock` and `wait` in the same way as for the simulated systems.',
    'time.timeout': 'The timeout of a task run is measured by the clock of the service.',
  }),
  ...decided('Agents over MCP', {
    'run-mcp.tools':
      'The tools of a run are `start_task`, `clock`, `wait`, `submit` and the calls of its systems; their ' +
      'descriptions say nothing about a task.',
    'run-mcp.start-task':
      '`start_task` starts the task with that name or id, or else the next one, and returns its instruction.',
    'run-mcp.batch-waits': 'On a `real` clock, the waits of one batch may take 30 seconds together.',
    'run-mcp.whole-task': 'An agent can do a whole task with only the tools, from its instruction to its submission.',
    'run-mcp.submit':
      '`submit` completes the started task with an output; its response has no verdict, no score and nothing about ' +
      'criteria.',
    'run-mcp.scored': 'Nothing that an agent reads over MCP contains criteria, verdicts, scores or credentials.',
    'run-mcp.same-log': 'A call by a tool leaves the same log as that call over HTTP.',
    'run-mcp.chosen': '`Task-Run-Id` of an MCP request selects the task run of its tools.',
    'run-mcp.token': 'The MCP endpoint of a run accepts only its run token, and `/mcp` rejects this token with 401.',
    'run-mcp.arguments': 'Invalid arguments return an error with the names as they were sent; no system is called.',
    'run-mcp.bodies': 'Bodies that are text are passed as text, and bytes in base64, attached to a result.',
    'run-mcp.pages': 'Lists and searches are paginated by their own parameters; results are not truncated.',
  }),
  ...decided('Arrivals', {
    'arrivals.at-seconds': 'A step with `at_seconds` is executed that many seconds after the agent has started.',
    'arrivals.after':
      'A step with `after` is executed `delay_seconds` after each matching event, at most `at_most_times` times, ' +
      'default 1.',
    'arrivals.order': 'Due steps are in the evidence in the order of their times, no matter when the agent reads.',
    'arrivals.not-initial': 'A later step is not part of the state before the agent started.',
    'arrivals.checked':
      'A step with both `at_seconds` and `after`, with an unknown event or with invalid conditions is rejected with ' +
      '400 when the task is written.',
  }),
  ...decided('Snapshots', {
    'snapshots.parts':
      'A `snapshot` contains the frozen task, its criteria, the configurations of the simulators and the seed.',
  }),
  ...recommended('Snapshots', {
    'snapshots.before-end': 'A task run has its `snapshot` from its creation on.',
  }),
]
