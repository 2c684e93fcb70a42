import type { TaskAudit } from '@carebench/protocol'
import { withinLimit } from '../build-benchmark.js'
import type { Clinic } from '../clinic/clinic.js'
import type { Workbench } from '../desk/workbench.js'
import type { Family, Instance } from '../family.js'
import { drawn } from '../refusals.js'
import type { SolutionCall } from '../task.js'

/** The outcome of one check of an instance; `unproven` if something that the check needs is missing. */
export interface CheckOutcome {
  readonly check: CheckName
  readonly outcome: 'held' | 'broken' | 'unproven'
  /** The reason for a failure; if the check held, what was counted. */
  readonly detail: string
}

export const checkNames = [
  'null',
  'spam',
  'oracle',
  'independent-solver',
  'minimality',
  'second-way',
  'harmless-extra',
  'mutants',
  'counters',
  'branch-twins',
  'findings',
] as const
export type CheckName = (typeof checkNames)[number]

/** Minimum share of the mutants that criteria must notice. */
const minNoticedShare = 0.97

/** Maximum score of noise, and of doing everything for everybody. */
const maxSpamScore = 0.15

export interface InstanceSetting {
  readonly family: Family
  readonly clinic: Clinic
  readonly bench: Workbench
  readonly audit: TaskAudit
}

/** Runs every check of an instance whose task the workbench has published. */
export async function validateInstance(instance: Instance, setting: InstanceSetting): Promise<readonly CheckOutcome[]> {
  const { audit } = setting
  const twins = drawTwins(instance, setting)
  return [
    ...auditChecks(instance, audit, setting.family),
    await checkSpam(instance, setting, twins),
    await checkOracle(instance, setting),
    await checkSolver(instance, setting),
    await checkMinimality(instance, setting),
    await checkPasses('second-way', instance, instance.solutions.slice(1), setting),
    await checkPasses('harmless-extra', instance, instance.extras, setting),
    await checkCounters(instance, setting),
    await checkTwins(instance, setting, twins),
  ]
}

/** Returns the checks that the audit of the benchmark already covers. */
function auditChecks(
  { level, counters }: Instance,
  { null_floor, solutions, findings: all }: TaskAudit,
  { harmlessMutants }: Family,
): readonly CheckOutcome[] {
  const findings = level === 'X' ? all.filter((finding) => !isOfSample(finding, counters)) : all
  const noticed = solutions.reduce((sum, solution) => sum + solution.noticed, 0)
  const survivors = solutions.flatMap((solution) => solution.survivors.map(({ mutant }) => mutant))
  const asked = survivors.filter((mutant) =>
    harmlessMutants.some(({ part, ofQuestion }) => ofQuestion === true && mutant.includes(part)),
  )
  const mutants = solutions.reduce((sum, solution) => sum + solution.mutants, 0) - asked.length
  const unexplained = survivors.filter((mutant) => harmlessMutants.every(({ part }) => !mutant.includes(part)))
  const share = mutants === 0 ? 0 : noticed / mutants
  return [
    outcome('null', null_floor === 0, `floor ${null_floor}`),
    outcome(
      'mutants',
      share >= minNoticedShare && unexplained.length === 0,
      `${noticed} of ${mutants}${listFirst('not noticed, without a reason', unexplained)}`,
    ),
    outcome(
      'findings',
      findings.length === 0,
      findings
        .map(({ code, label, message }) => `${code}${label === null ? '' : ` of ${label}`}: ${message}`)
        .join('; ') || 'none',
    ),
  ]
}

/**
 * Whether a finding only results from the audit's sampling of a long list: it uses an even sample of the mutants, which
 * may omit all that a criterion notices, and twenty counterexamples, although others break the guard. The checks use
 * all.
 */
function isOfSample({ code, label }: TaskAudit['findings'][number], counters: Instance['counters']): boolean {
  if (code !== 'unreached-guard') return code === 'audit-limited' || code === 'insensitive'
  return counters.some(({ fails }) => fails.some((one) => one === label))
}

/**
 * Checks that noise and doing everything for everybody score at most {@link maxSpamScore}, and that the work of all
 * branches at once does not pass.
 */
async function checkSpam(
  { id, solutions, flood }: Instance,
  { bench, audit }: InstanceSetting,
  twins: readonly Instance[],
): Promise<CheckOutcome> {
  const ways = [...solutions.slice(0, 1), ...twins.flatMap((twin) => twin.solutions.slice(0, 1))]
  const all = await bench.make(
    id,
    ways.flatMap(({ calls }) => calls),
  )
  const flooded = await bench.make(id, flood)
  const noise = audit.spam_floor ?? 0
  const held = Math.max(noise, flooded.score) <= maxSpamScore && all.verdict !== 'pass'
  const detail = `noise ${noise}; everything for everybody ${flooded.score}; all branches at once ${all.score} ${all.verdict}`
  return outcome('spam', held, detail)
}

async function checkOracle({ id, readings, solutions }: Instance, { bench }: InstanceSetting): Promise<CheckOutcome> {
  const [reference] = solutions
  if (reference === undefined) return outcome('oracle', false, 'no recorded solution')
  const { verdict, score, broken, refused, calls } = await bench.make(id, [...readings, ...reference.calls])
  const held = verdict === 'pass' && score === 1 && refused.length === 0
  return outcome(
    'oracle',
    held,
    `${score} ${verdict} in ${calls} calls${listFirst('broken', broken)}${listFirst('refused', refused)}`,
  )
}

async function checkSolver({ id }: Instance, { bench, family: { solver } }: InstanceSetting): Promise<CheckOutcome> {
  if (solver === undefined)
    return { check: 'independent-solver', outcome: 'unproven', detail: 'the family has no solver yet' }
  const { verdict, score, broken, calls } = await bench.work(id, (session) => solver.solve(session))
  return outcome(
    'independent-solver',
    verdict === 'pass' && score === 1,
    `${score} ${verdict} in ${calls} calls${listFirst('broken', broken)}`,
  )
}

/** Whether a call writes or sends. Reads, waits and questions to requirements services (`cds/`) do neither. */
function isWrite({ method, path }: SolutionCall): boolean {
  return method !== 'GET' && path !== 'wait' && !path.startsWith('cds/')
}

/** Checks that the reference solution does not pass if it is cut before any of its writes. */
async function checkMinimality({ id, solutions }: Instance, { bench }: InstanceSetting): Promise<CheckOutcome> {
  const calls = solutions[0]?.calls ?? []
  const writes = calls.flatMap((call, index) => (isWrite(call) ? [index] : []))
  const passing: number[] = []
  for (const [number, index] of writes.entries()) {
    const { verdict } = await bench.make(id, calls.slice(0, index))
    if (verdict === 'pass') passing.push(number)
  }
  return outcome(
    'minimality',
    passing.length === 0 && writes.length > 0,
    `${writes.length} writes${listFirst('passes already after', passing.map(String))}`,
  )
}

async function checkPasses(
  check: 'second-way' | 'harmless-extra',
  { id }: Instance,
  ways: Instance['solutions'],
  { bench }: InstanceSetting,
): Promise<CheckOutcome> {
  const failing: string[] = []
  for (const { name, calls } of ways) {
    const { verdict, broken } = await bench.make(id, calls)
    if (verdict !== 'pass') failing.push(`${name}: ${verdict}${listFirst('broken', broken)}`)
  }
  return outcome(check, failing.length === 0 && ways.length > 0, failing.join('; ') || `${ways.length} passed`)
}

/**
 * Checks that each counterexample breaks the criteria that it names. The audit has run those that fit into the task;
 * this runs the others.
 */
async function checkCounters(
  { id, solutions, counters, criteria }: Instance,
  { bench, audit }: InstanceSetting,
): Promise<CheckOutcome> {
  const unnoticed = (audit.counters ?? []).filter(({ noticed }) => !noticed).map(({ name }) => name)
  const audited = new Set(withinLimit(counters, criteria))
  for (const { name, after, calls, fails } of counters.filter((counter) => !audited.has(counter))) {
    const before = solutions.find((solution) => solution.name === after)?.calls ?? []
    const { verdict, broken } = await bench.make(id, [...before, ...calls])
    if (verdict === 'pass' || fails.some((label) => !broken.includes(label))) unnoticed.push(name)
  }
  return outcome(
    'counters',
    unnoticed.length === 0 && counters.length > 0,
    `${counters.length} tried${listFirst('not noticed', unnoticed)}`,
  )
}

/**
 * Draws the branch twins: the instances of the same seed and level in the other branches. Leaves out rejected draws.
 */
export function drawTwins(
  { seed, level, branch }: Instance,
  { family, clinic }: Pick<InstanceSetting, 'family' | 'clinic'>,
): readonly Instance[] {
  return Object.keys(family.branches)
    .filter((other) => other !== branch)
    .flatMap((other) => drawn(() => family.make({ seed, level, branch: other, clinic })) ?? [])
}

async function checkTwins(
  { id }: Instance,
  { bench }: InstanceSetting,
  twins: readonly Instance[],
): Promise<CheckOutcome> {
  const passing: string[] = []
  for (const twin of twins) {
    const { verdict, refused } = await bench.make(id, twin.solutions[0]?.calls ?? [])
    // A twin's solution may name records that this world lacks. Its calls are then rejected, and passing proves
    // nothing.
    if (verdict === 'pass' && refused.length === 0) passing.push(twin.branch)
  }
  return outcome(
    'branch-twins',
    passing.length === 0 && twins.length > 0,
    `${twins.length} tried${listFirst('passes', passing)}`,
  )
}

function outcome(check: CheckName, held: boolean, detail: string): CheckOutcome {
  return { check, outcome: held ? 'held' : 'broken', detail }
}

/** Maximum number of items that a detail lists. */
const maxListed = 8

function listFirst(what: string, list: readonly string[]): string {
  const more = list.length > maxListed ? `; and ${list.length - maxListed} more` : ''
  return list.length === 0 ? '' : `; ${what}: ${list.slice(0, maxListed).join('; ')}${more}`
}
