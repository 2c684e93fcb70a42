import { deepStrictEqual } from 'node:assert/strict'
import type { Ratio, Result } from './result.js'

/** One way to do the work of a case. */
export interface Contender {
  readonly name: string
  /** The name of the floor that this contender is. If several share a name, the fastest of them is the floor. */
  readonly floor?: string
  /** Its goals: maximum ratios to floors, by the floor's name. It then runs in every round, however slow it is. */
  readonly goals?: Readonly<Record<string, number>>
  /** Makes one call. `turn` counts this contender's calls from 0, so that successive calls can use different inputs. */
  run(turn: number): unknown
  /** Does the work of the case and returns the answer, which is compared with the expected one. */
  answer(): unknown
  /** The expected result of `answer` if it differs from that of the race, as when contenders are sizes of one work. */
  readonly expected?: unknown
  /** Called before and after its calls of each round; not measured. */
  begin?(): unknown
  end?(): unknown
  /** Reads the CPU time used so far in microseconds, user and system. Needed only if another process does the work. */
  cpu?(): Promise<number>
}

/** Contenders that take turns at the same work. */
export interface Race {
  readonly case: string
  /** The size of the input, such as `1,000 rows`, if the case is measured at several sizes. */
  readonly size?: string
  readonly contenders: readonly Contender[]
  /** What `answer` of every contender must return, unless the contender has its own `expected`. */
  readonly expected?: unknown
  /** Number of concurrent calls; default 1. */
  readonly inFlight?: number
  /** Calls per round, if all contenders must make the same number. By default, as many as fill a slice of time. */
  readonly turns?: number
}

/** How thoroughly a race is run. */
export interface Pace {
  readonly rounds: number
  /** Uncounted rounds that come first. They warm up and find out how many calls fill a slice. */
  readonly warmUps: number
  /**
   * Minimum warm-up of each contender, in milliseconds of CPU, in further uncounted rounds, so that its code is
   * compiled. Wall time counts a tenth, so that contenders that wait become warm, too.
   */
  readonly warmUp: number
  /** How long one contender's calls of one round should take, in milliseconds. */
  readonly slice: number
  /** Upper limit on calls per round. */
  readonly maxTurns: number
  /** A contender whose single call takes longer than this, in milliseconds, runs in fewer rounds. */
  readonly longest: number
}

/** A contender during the race. */
interface Lane {
  readonly contender: Contender
  /** Microseconds of CPU per call, by round. */
  readonly samples: Map<number, number>
  turns: number
  /**
   * It runs in every round divisible by this: a power of 2, so that slow contenders share rounds and can be compared.
   */
  every: number
  /** After the warm-up, an upper limit of `every`: 1 if a goal is judged, which needs all rounds. */
  readonly maxEvery: number
  called: number
  /** CPU time of the warm-up so far, in milliseconds: on a busy machine, little is compiled per second of wall time. */
  warm: number
}

/** Even the slowest contender runs in five of forty rounds. */
const maxEvery = 8

/** Minimum number of compared rounds for a bound. */
const minRounds = 30

/**
 * Runs a race: checks the answers of all contenders, then measures them in turns, reversing the order every other
 * round. Throws if an answer is not the expected one.
 */
export async function runRace(race: Race, pace: Pace): Promise<readonly Omit<Result, 'benchmark'>[]> {
  checkGoals(race)
  for (const contender of race.contenders) await compareAnswer(contender, race)
  const lanes = race.contenders.map(
    (contender): Lane => ({
      contender,
      samples: new Map(),
      turns: Math.min(race.turns ?? 1, pace.maxTurns),
      every: 1,
      maxEvery: isJudged(contender, race) ? 1 : maxEvery,
      called: 0,
      warm: 0,
    }),
  )
  await warmUp(lanes, race, pace)
  for (let round = 0; round < pace.rounds; round++) {
    for (const lane of round % 2 === 0 ? lanes : lanes.toReversed()) {
      if (round % Math.min(lane.every, lane.maxEvery) !== 0) continue
      lane.samples.set(round, (await runRound(lane, race.inFlight ?? 1)).cpu)
    }
  }
  const floors = findFloors(lanes)
  return lanes.map(({ contender, samples }) => ({
    case: race.case,
    ...(race.size !== undefined && { size: race.size }),
    contender: contender.name,
    ...(contender.floor !== undefined && { floor: contender.floor }),
    ...(contender.goals !== undefined && { goals: contender.goals }),
    figure: round4(quantile([...samples.values()], 0.5)),
    unit: 'µs CPU',
    ratios: Object.fromEntries([...floors].map(([name, floor]) => [name, pairRounds(samples, floor.samples)])),
    rounds: samples.size,
  }))
}

async function warmUp(lanes: readonly Lane[], race: Race, pace: Pace): Promise<void> {
  const isWarm = ({ warm }: Lane) => warm >= pace.warmUp
  for (let round = 0; round < pace.warmUps || !lanes.every(isWarm); round++) {
    for (const lane of round % 2 === 0 ? lanes : lanes.toReversed()) {
      if (round % lane.every !== 0 || (round >= pace.warmUps && isWarm(lane))) continue
      const { cpu, milliseconds } = await runRound(lane, race.inFlight ?? 1)
      lane.warm += Math.max((cpu * lane.turns) / 1000, milliseconds / 10)
      if (race.turns === undefined) adapt(lane, milliseconds, pace)
    }
  }
}

function checkGoals({ case: name, contenders }: Race): void {
  const floors = new Set(contenders.map(({ floor }) => floor))
  for (const { name: contender, goals = {} } of contenders) {
    const unknown = Object.keys(goals).find((floor) => !floors.has(floor))
    if (unknown !== undefined)
      throw new Error(`${name}: ${contender} has a goal to "${unknown}", but nothing is this floor.`)
  }
}

/** Whether the contender has a goal, or is the only contender of a floor to which another has one. */
function isJudged({ floor, goals }: Contender, { contenders }: Race): boolean {
  if (goals !== undefined) return true
  if (floor === undefined || contenders.filter((one) => one.floor === floor).length > 1) return false
  return contenders.some((one) => one.goals?.[floor] !== undefined)
}

async function compareAnswer(contender: Contender, race: Race): Promise<void> {
  const { name, expected = race.expected } = contender
  await contender.begin?.()
  const given = await contender.answer()
  await contender.end?.()
  try {
    deepStrictEqual(given, expected)
  } catch (cause) {
    throw new Error(`${race.case}: ${name} gave a different answer than expected.`, { cause })
  }
}

async function runRound(lane: Lane, inFlight: number) {
  const { contender, turns, called } = lane
  const cpu = contender.cpu?.bind(contender) ?? ownCpu
  lane.called += turns
  await contender.begin?.()
  const start = performance.now()
  const before = await cpu()
  await makeCalls(contender, called, turns, inFlight)
  const used = (await cpu()) - before
  const milliseconds = performance.now() - start
  await contender.end?.()
  // The clock counts whole microseconds and may not have moved, but no work costs nothing.
  return { cpu: Math.max(used, 1) / turns, milliseconds }
}

async function makeCalls(contender: Contender, first: number, turns: number, inFlight: number): Promise<void> {
  const end = first + turns
  if (inFlight > 1) {
    let next = first
    const work = async () => {
      while (next < end) await contender.run(next++)
    }
    await Promise.all(Array.from({ length: inFlight }, work))
    return
  }
  for (let turn = first; turn < end; turn++) {
    const answer = contender.run(turn)
    // Awaiting a plain value would cost more than some calls.
    if (answer instanceof Promise) await answer
  }
}

function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Sets how many calls fill a slice, and in how many rounds a slow contender runs. */
function adapt(lane: Lane, milliseconds: number, { slice, maxTurns, longest }: Pace): void {
  const slices = Math.max(milliseconds / slice, 1 / 16)
  if (lane.turns > 1 || slices <= 1) lane.turns = Math.min(maxTurns, Math.max(1, Math.round(lane.turns / slices)))
  else lane.every = Math.min(maxEvery, 2 ** Math.max(0, Math.floor(Math.log2(milliseconds / longest))))
}

/** Finds the fastest contender of each floor. */
function findFloors(lanes: readonly Lane[]): ReadonlyMap<string, Lane> {
  const floors = new Map<string, Lane>()
  const figure = ({ samples }: Lane) => quantile([...samples.values()], 0.5)
  for (const lane of lanes) {
    const { floor } = lane.contender
    if (floor === undefined) continue
    const known = floors.get(floor)
    if (known === undefined || figure(lane) < figure(known)) floors.set(floor, lane)
  }
  return floors
}

/** Computes the ratio to the floor from pairs of the same round, because a disturbance hits both measurements alike. */
export function pairRounds(own: ReadonlyMap<number, number>, floor: ReadonlyMap<number, number>): Ratio {
  const ratios = [...own].flatMap(([round, sample]) => {
    const other = floor.get(round)
    return other === undefined ? [] : [sample / other]
  })
  const median = round3(quantile(ratios, 0.5))
  if (ratios.length < minRounds) return { median }
  const sorted = ratios.toSorted((a, b) => a - b)
  const cut = computeCut(sorted.length)
  return { median, low: round3(sorted[cut] ?? Number.NaN), high: round3(sorted.at(-1 - cut) ?? Number.NaN) }
}

/**
 * Returns how many of `count` sorted values to leave out at each end so that the rest spans the true median with a
 * confidence of 95 %, whatever the distribution: a value is above the median as often as a coin shows heads.
 */
export function computeCut(count: number): number {
  let cut = 0
  let probability = 2 ** -count
  for (let below = probability; below <= 0.025; cut++) {
    probability *= (count - cut) / (cut + 1)
    below += probability
  }
  return Math.max(0, cut - 1)
}

/** Returns the quantile of values for a share from 0 to 1, interpolated linearly between neighbours. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}

function round3(value: number): number {
  return Number(value.toPrecision(3))
}

function round4(value: number): number {
  return Number(value.toPrecision(4))
}
