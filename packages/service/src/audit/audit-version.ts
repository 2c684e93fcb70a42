import { type PlaygroundEvidence, ScenarioFailed } from '@carebench/playground'
import type { Counter, JsonValue, Solution, TaskAudit, VersionAudit } from '@carebench/protocol'
import { type AuditInput, auditInSteps } from '@carebench/systems/verifier'
import {
  type AuditedSetting,
  type AuditFinding,
  type AuditReport,
  defaultAxis,
  type NamedCounter,
} from '@carebench/verifier'
import type { ServiceContext } from '../context.js'
import type { FrozenTask, UnauditedVersion } from '../documents/authoring.js'
import { conflict } from '../documents/write-result.js'
import { letOthersWork, Stretches } from '../let-others-work.js'
import { blueprintOf, simulatorsOfTask } from '../runs/task-blueprint.js'
import { taskEvidence, verifyOptionsOf } from '../runs/task-evidence.js'
import { noiseOutput, type RehearsedSolution, solutionState } from './audit-states.js'
import type { RehearsalSetting } from './beginning.js'
import { Floors } from './floors.js'

/** Maximum number of calls in all solutions and counters of one version. */
const mostCalls = 50_000

/** Maximum number of mutants that are judged for all solutions of one task. */
const mostMutants = 500

/** An audit was stopped before its end. */
export class AuditStopped extends Error {
  override readonly name = 'AuditStopped'
}

/** Throws an ApiError `CONFLICT` if the solutions and counters of a version are too long to be audited. */
export function assertAuditable(version: UnauditedVersion): void {
  const calls = version.tasks
    .flatMap((task) => [...task.solutions, ...countersOf(task).map(({ script }) => script)])
    .reduce((sum, script) => sum + script.calls.length, 0)
  if (calls > mostCalls) {
    throw conflict(
      `The solutions and counters have ${calls} calls in total; the audit makes at most ${mostCalls}. Shorten them.`,
    )
  }
}

/**
 * Audits every task of a version, in memory and without side effects: in the untouched state, after noise, and after its
 * solutions. Throws an {@link AuditStopped} at the first pause after which `isStopped` returns true.
 */
export async function auditVersion(
  context: ServiceContext,
  version: UnauditedVersion,
  isStopped: () => boolean,
): Promise<VersionAudit> {
  const { simulators, outside, playgrounds } = context
  const baseOf = (task: FrozenTask) => playgrounds.seed(blueprintOf(version, task))
  const setting = { version, simulators, outside, baseOf }
  const floors = new Floors(setting)
  const tasks: TaskAudit[] = []
  for (const [index, task] of version.tasks.entries()) {
    context.onTaskAudit({ name: task.name, number: index + 1, total: version.tasks.length })
    // A weight of an axis that no task has is reported once, with the first.
    const others = index === 0 ? axesOf(version.tasks) : Object.keys(version.overrides.axis_weights ?? {})
    tasks.push(await auditTask(context, setting, floors, { task, otherAxes: others }, isStopped))
    await letOthersWork()
  }
  const findings = tasks.flatMap((task) => task.findings)
  const errors = findings.filter(({ severity }) => severity === 'error').length
  return { ok: errors === 0, errors, warnings: findings.length - errors, tasks }
}

async function auditTask(
  context: ServiceContext,
  setting: RehearsalSetting,
  floors: Floors,
  { task, otherAxes }: { readonly task: FrozenTask; readonly otherAxes: readonly string[] },
  isStopped: () => boolean,
): Promise<TaskAudit> {
  const criteria = context.verifier.compileCriteria(task.criteria)
  try {
    const { untouched, waited, spam } = await floors.of(task)
    const evidence = (state: PlaygroundEvidence, output?: JsonValue) =>
      taskEvidence(setting.version, task, state, output)
    const solutions: RehearsedSolution[] = []
    for (const solution of task.solutions) {
      await letOthersWork()
      assertGoing(isStopped)
      solutions.push(await solutionState(setting, task, solution))
    }
    const counters: NamedCounter[] = []
    for (const { name, after, fails, calls, script } of countersOf(task)) {
      await letOthersWork()
      assertGoing(isStopped)
      const { state, output, refusedCalls } = await solutionState(setting, task, script)
      // Those of the solution come first, and are reported with it.
      const before = script.calls.length - calls.length
      const refused_calls = refusedCalls
        .filter(({ number }) => number > before)
        .map((call) => ({ ...call, number: call.number - before }))
      counters.push({
        name,
        ...(after !== undefined && { after }),
        fails,
        state: evidence(state, output),
        refused_calls,
      })
    }
    const { ok, null_floor, spam_floor, ...report } = await auditInTurn(context, isStopped, {
      criteria,
      task_item: task.task_item,
      settings: settingsOf(setting, task),
      options: verifyOptionsOf(setting.version),
      other_axes: otherAxes,
      verifier: context.verifier,
      max_mutants: Math.ceil(mostMutants / Math.max(1, solutions.length)),
      states: {
        initial: evidence(untouched),
        waited: evidence(waited),
        spam: evidence(spam, noiseOutput),
        solutions: solutions.map(({ name, state, output, sent, refusedCalls }) => ({
          name,
          state: evidence(state, output),
          calls: sent,
          refused_calls: refusedCalls,
        })),
        counters,
      },
    })
    return {
      task_id: task.id,
      name: task.name,
      ok,
      null_floor,
      spam_floor,
      solutions: report.solutions.map((solution, index) => ({
        ...solution,
        survivors: [...solution.survivors],
        refused_calls: solutions[index]?.refusedCalls ?? [],
      })),
      harm: report.harm,
      counters: report.counters.map((counter) => ({ ...counter, refused_calls: [...counter.refused_calls] })),
      criteria: [...report.criteria],
      findings: [...report.findings],
    }
  } catch (error) {
    if (!(error instanceof ScenarioFailed)) throw error
    return cannotBegin(task, error)
  }
}

function axesOf(tasks: readonly FrozenTask[]): readonly string[] {
  return tasks.flatMap(({ criteria }) => criteria.map(({ axis }) => axis ?? defaultAxis))
}

/** The counters of a task, each with all its calls: first those of the solution after which it is made, if any. */
function countersOf({ solutions, counters = [] }: FrozenTask): readonly (Counter & { readonly script: Solution })[] {
  return counters.map((counter) => {
    const first = solutions.find(({ name }) => name === counter.after)
    const output = counter.output ?? first?.output
    const calls = [...(first?.calls ?? []), ...counter.calls]
    return { ...counter, script: { name: counter.name, calls, ...(output !== undefined && { output }) } }
  })
}

/** What names records and people besides the criteria. */
function settingsOf({ version }: RehearsalSetting, task: FrozenTask): readonly AuditedSetting[] {
  const { scenario } = task
  return [
    ...simulatorsOfTask(version, task).map(({ name, config }) => ({
      what: `The configuration of the simulator ${JSON.stringify(name)}`,
      value: config,
    })),
    ...(scenario === null ? [] : [{ what: 'The scenario', value: scenario }]),
  ]
}

/** Audits with pauses, because each state takes as long as a verification. */
async function auditInTurn(
  { clock }: ServiceContext,
  isStopped: () => boolean,
  input: AuditInput,
): Promise<AuditReport> {
  const stretches = new Stretches(clock)
  const steps = auditInSteps(input)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    await stretches.step()
    assertGoing(isStopped)
  }
}

function assertGoing(isStopped: () => boolean): void {
  if (isStopped()) throw new AuditStopped('The audit was stopped before its end.')
}

/** The audit of a task whose scenario fails, so that no run could start it. */
function cannotBegin(task: FrozenTask, error: ScenarioFailed): TaskAudit {
  const { cause } = error
  const finding: Omit<AuditFinding, 'code'> & { readonly code: string } = {
    severity: 'error',
    code: 'scenario-failed',
    criterion_id: null,
    label: null,
    message: `The scenario cannot be run, so no run can start the task. ${error.message}${cause instanceof Error ? ` ${cause.message}` : ''}`,
    fix: 'Change the step, or add the simulator that it needs to the environment.',
    evidence: null,
  }
  const nothing = { null_floor: 0, spam_floor: null, solutions: [], criteria: [] }
  return { task_id: task.id, name: task.name, ok: false, ...nothing, findings: [finding] }
}
