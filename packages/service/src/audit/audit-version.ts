import type { JsonValue, TaskAudit, VersionAudit } from '@carebench/protocol'
import { type AuditInput, auditInSteps } from '@carebench/systems/verifier'
import {
  type ActState,
  type AuditedSetting,
  type AuditFinding,
  type AuditReport,
  defaultAxis,
  dependsOnWork,
  type NamedCounter,
  type ProbeState,
} from '@carebench/verifier'
import type { ServiceContext } from '../context/context.js'
import type { FrozenTask, UnauditedVersion } from '../documents/collections/authoring.js'
import { conflict } from '../documents/write-result.js'
import type { PlaygroundEvidence } from '../playground/playground-evidence.js'
import { ScenarioFailedError } from '../playground/scenario/inject-step.js'
import type { SimulatorSet } from '../playground/simulator-set.js'
import { taskEvidence, toVerifyOptions } from '../runs/ending/task-evidence.js'
import { simulatorsOfTask, toBlueprint } from '../runs/task-blueprint.js'
import { inSteps } from '../work/in-steps.js'
import { letOthersWork, Stretches } from '../work/let-others-work.js'
import { actStates, harmfulActsAfter, maxActs, type SolutionRehearsal } from './act-states.js'
import { completed, noiseOutput, type Rehearsed, type RehearsedSolution, rehearse } from './audit-states.js'
import type { RehearsalSetting } from './beginning.js'
import { Floors } from './floors.js'
import { maxProbes, probeStates } from './probe-states.js'

/** Maximum number of calls in all solutions and counterexamples of one version. */
const maxCalls = 50_000

/** Maximum number of mutants that are judged for all solutions of one task. */
const maxMutants = 500

/**
 * Maximum number of times that criteria of one task are run on mutants: with more criteria, fewer mutants are judged.
 */
const maxMutantRuns = 50_000

/** Returns the maximum number of mutants that are judged for each solution of a task. */
export function limitMutants(criteria: number, solutions: number): number {
  const all = Math.min(maxMutants, maxMutantRuns / Math.max(1, criteria))
  return Math.ceil(all / Math.max(1, solutions))
}

/** An audit was stopped before its end. */
export class AuditStoppedError extends Error {
  override readonly name = 'AuditStoppedError'
}

/** Throws an ApiError `CONFLICT` if the solutions and counterexamples of a version are too long to be audited. */
export function assertAuditable(version: UnauditedVersion): void {
  const calls = version.tasks
    .flatMap((task) => [...task.solutions.map((solution) => solution.calls.length), ...callsOfCounters(task)])
    .reduce((sum, count) => sum + count, 0)
  if (calls > maxCalls) {
    throw conflict(
      `The solutions and counters have ${calls} calls in total; the audit makes at most ${maxCalls}. Shorten them.`,
    )
  }
}

/** The tasks of a version that are already audited, by position, and the place where further audits are kept. */
export interface AuditedTasks {
  readonly known: ReadonlyMap<number, TaskAudit>
  /** Called after each task. */
  keep(position: number, audit: TaskAudit): Promise<void>
}

/**
 * Audits every task of a version that has no known audit, in memory: in the initial state, after noise, and after its
 * solutions and counterexamples. Only `keep` writes anything. Throws an {@link AuditStoppedError} at the first pause
 * after which `isStopped` returns true.
 */
export async function auditVersion(
  context: ServiceContext,
  version: UnauditedVersion,
  isStopped: () => boolean,
  { known, keep }: AuditedTasks = { known: new Map(), keep: async () => undefined },
): Promise<VersionAudit> {
  const { simulators, outside, playgrounds, clock } = context
  const bases = new Map<FrozenTask, SimulatorSet>()
  const setting = { version, simulators, outside, clock, baseOf: (task: FrozenTask) => readSeeded(bases, task) }
  const floors = new Floors(setting)
  const tasks: TaskAudit[] = []
  for (const [index, task] of version.tasks.entries()) {
    const before = known.get(index)
    if (before !== undefined) {
      tasks.push(before)
      continue
    }
    context.onTaskAudit({ name: task.name, number: index + 1, total: version.tasks.length })
    // A weight of an axis that no task has is reported once, with the first task.
    const others = index === 0 ? listAxes(version.tasks) : Object.keys(version.overrides.axis_weights ?? {})
    // Only for the task that is audited: states are cached, and large.
    bases.clear()
    bases.set(task, await playgrounds.seed(toBlueprint(version, task)))
    const audit = await auditTask(context, setting, floors, { task, otherAxes: others }, isStopped)
    await keep(index, audit)
    tasks.push(audit)
    await letOthersWork()
    assertGoing(isStopped)
  }
  const findings = tasks.flatMap((task) => task.findings)
  const errors = findings.filter(({ severity }) => severity === 'error').length
  return { ok: errors === 0, errors, warnings: findings.length - errors, tasks }
}

function readSeeded(bases: ReadonlyMap<FrozenTask, SimulatorSet>, task: FrozenTask): SimulatorSet {
  const base = bases.get(task)
  if (base === undefined) throw new Error(`The state of the task ${JSON.stringify(task.name)} has not been seeded.`)
  return base
}

async function auditTask(
  context: ServiceContext,
  setting: RehearsalSetting,
  floors: Floors,
  { task, otherAxes }: { readonly task: FrozenTask; readonly otherAxes: readonly string[] },
  isStopped: () => boolean,
): Promise<TaskAudit> {
  const criteria = await inSteps(context.verifier.compileCriteriaInSteps(task.criteria), context.clock)
  try {
    const { untouched, waited, spam } = await floors.of(task)
    const evidence = (state: PlaygroundEvidence, output?: JsonValue) =>
      taskEvidence(setting.version, task, state, output)
    const idle = evidence(untouched, noiseOutput)
    // No criterion could tell the state after noise from one without.
    const options = toVerifyOptions(setting.version, task)
    const depends = dependsOnWork({ criteria, options, verifier: context.verifier, state: idle })
    const noisy = (await inSteps(depends, context.clock)) ? evidence(await spam(), noiseOutput) : idle
    const solutions: RehearsedSolution[] = []
    const begun = new Map<string, Rehearsed>()
    const solutionRehearsals: SolutionRehearsal[] = []
    for (const solution of task.solutions) {
      await letOthersWork()
      assertGoing(isStopped)
      const rehearsed = await rehearse(setting, task, solution.calls)
      const before = { ...rehearsed, rehearsal: rehearsed.rehearsal.copy(), budget: rehearsed.budget.copy() }
      solutionRehearsals.push({ solution, rehearsed: before })
      if (!begun.has(solution.name)) begun.set(solution.name, before)
      solutions.push(completed(rehearsed, solution))
    }
    const own: JsonValue = [
      task.task_item,
      ...solutions.map(({ sent }) => [...sent]),
      ...task.bound.map((id) => setting.version.entities[id] ?? null),
    ]
    const acts: (readonly ActState[])[] = []
    const probes: (readonly ProbeState[])[] = []
    const trying = {
      parts: context.verifier.parts,
      initial: untouched.initial,
      own,
      evidence,
      pause: async () => {
        await letOthersWork()
        assertGoing(isStopped)
      },
    }
    for (const one of solutionRehearsals) {
      const limited = { ...trying, limit: Math.ceil(maxActs / solutionRehearsals.length) }
      const harm = await harmfulActsAfter(setting, one, limited)
      acts.push(await actStates(setting, task, one, harm, limited))
      const limit = Math.ceil(maxProbes / solutionRehearsals.length)
      probes.push(await probeStates(setting, task, one, harm, { ...trying, limit }))
    }
    const counters: NamedCounter[] = []
    for (const { name, after, fails, calls, output: written } of task.counters ?? []) {
      await letOthersWork()
      assertGoing(isStopped)
      const before = after === undefined ? undefined : begun.get(after)
      const output = written ?? task.solutions.find((solution) => solution.name === after)?.output
      const rehearsed = await rehearse(setting, task, calls, before)
      const counter = completed(rehearsed, { name, ...(output !== undefined && { output }) })
      // The calls of the solution come first, and are reported with the solution.
      const first = before?.made.length ?? 0
      const refused_calls = counter.refusedCalls
        .filter(({ number }) => number > first)
        .map((call) => ({ ...call, number: call.number - first }))
      counters.push({
        name,
        ...(after !== undefined && { after }),
        fails,
        state: evidence(counter.state, counter.output),
        refused_calls,
      })
    }
    const { ok, null_floor, spam_floor, ...report } = await auditInTurn(context, isStopped, {
      criteria,
      task_item: task.task_item,
      settings: listSettings(setting, task),
      options,
      other_axes: otherAxes,
      verifier: context.verifier,
      max_mutants: limitMutants(criteria.length, solutions.length),
      states: {
        initial: evidence(untouched),
        waited: evidence(waited),
        spam: noisy,
        solutions: solutions.map(({ name, state, output, sent, refusedCalls }, index) => ({
          name,
          state: evidence(state, output),
          calls: sent,
          refused_calls: refusedCalls,
          acts: acts[index] ?? [],
          probes: probes[index] ?? [],
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
    if (!(error instanceof ScenarioFailedError)) throw error
    return cannotBegin(task, error)
  }
}

function listAxes(tasks: readonly FrozenTask[]): readonly string[] {
  return tasks.flatMap(({ criteria }) => criteria.map(({ axis }) => axis ?? defaultAxis))
}

/**
 * Returns the number of calls of each counterexample of a task, including those of the solution after which it is made,
 * if any.
 */
function callsOfCounters({ solutions, counters = [] }: FrozenTask): readonly number[] {
  return counters.map(({ after, calls }) => {
    const first = solutions.find(({ name }) => name === after)
    return (first?.calls.length ?? 0) + calls.length
  })
}

/** Returns the data, besides the criteria, that name records and people. */
function listSettings({ version }: RehearsalSetting, task: FrozenTask): readonly AuditedSetting[] {
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
  if (isStopped()) throw new AuditStoppedError('The audit was stopped before its end.')
}

/** Returns the audit of a task whose scenario fails, so that no run could start it. */
function cannotBegin(task: FrozenTask, error: ScenarioFailedError): TaskAudit {
  const { cause } = error
  const finding: Omit<AuditFinding, 'code'> & { readonly code: string } = {
    severity: 'error',
    code: 'scenario-failed',
    criterion_id: null,
    label: null,
    message:
      'The scenario cannot be run, so no run can start the task. ' +
      `${error.message}${cause instanceof Error ? ` ${cause.message}` : ''}`,
    fix: 'Change the step, or add the simulator that it needs to the environment.',
    evidence: null,
  }
  const nothing = { null_floor: 0, spam_floor: null, solutions: [], criteria: [] }
  return { task_id: task.id, name: task.name, ok: false, ...nothing, findings: [finding] }
}
