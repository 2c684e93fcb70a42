import { isJsonObject } from '@carebench/protocol/wire'
/** The result of one contender in one case of a benchmark, printed as a line of JSON. */
export interface Result {
  readonly benchmark: string
  readonly case: string
  /** The size of the input, such as `1,000 rows`; absent if the case has only one size. */
  readonly size?: string
  /** What the case cost before it was improved, as text; absent if that is not known. */
  readonly before?: string
  readonly contender: string
  /** The name of the floor that the contender is. The fastest contender with the name is the floor. */
  readonly floor?: string
  /** Its goals: maximum ratios to floors, by the floor's name. */
  readonly goals?: Readonly<Record<string, number>>
  /** The median of the rounds, above 0. */
  readonly figure: number
  /** The unit of `figure`, such as `µs CPU` (per call). */
  readonly unit: string
  /** The ratio to each floor of the case, by the floor's name. */
  readonly ratios: Readonly<Record<string, Ratio>>
  /** Number of rounds that the contender took part in. */
  readonly rounds: number
}

/**
 * The median of the ratios of each round to the same round of the floor, and the bounds between which their true median
 * lies with a confidence of 95 %: a goal is reached if `high` does not exceed it. There are bounds only from 30 rounds
 * on.
 */
export interface Ratio {
  readonly median: number
  readonly low?: number
  readonly high?: number
}

/** Returns the name of a case with its size. */
export function writeTitle({ case: name, size }: Pick<Result, 'case' | 'size'>): string {
  return size === undefined ? name : `${name}, ${size}`
}

/**
 * Whether the goal of a result to a floor is reached: if the upper bound of its ratio does not exceed it. Undefined if
 * it has no goal to this floor, or too few rounds for a bound.
 */
export function isReached(
  { goals = {}, ratios }: Pick<Result, 'goals' | 'ratios'>,
  floor: string,
): boolean | undefined {
  const [goal, high] = [goals[floor], ratios[floor]?.high]
  return goal === undefined || high === undefined ? undefined : high <= goal
}

/** Parses a line that the benchmark with this name printed. Throws an Error that says what is wrong with it. */
export function parseResult(line: string, benchmark: string): Result {
  const wrong = (expected: string) =>
    new Error(`Printed a malformed line: expected ${expected}, got ${line.slice(0, 300)}`)
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw wrong('a result as JSON')
  }
  if (!isJsonObject(value)) throw wrong('an object')
  const { case: name, size, before, contender, floor, goals, figure, unit, ratios, rounds } = value
  if (value.benchmark !== benchmark) throw wrong(`"benchmark" to be "${benchmark}"`)
  if (!isText(name)) throw wrong('"case" to be a non-empty string')
  if (size !== undefined && !isText(size)) throw wrong('"size" to be a non-empty string')
  if (before !== undefined && !isText(before)) throw wrong('"before" to be a non-empty string')
  if (floor !== undefined && !isText(floor)) throw wrong('"floor" to be a non-empty string')
  if (goals !== undefined && !isGoals(goals)) throw wrong('"goals" to be an object of numbers above 0')
  if (!isText(contender)) throw wrong('"contender" to be a non-empty string')
  if (!isText(unit)) throw wrong('"unit" to be a non-empty string')
  if (!isPositive(figure)) throw wrong('"figure" to be a number above 0')
  if (!isPositive(rounds)) throw wrong('"rounds" to be a number above 0')
  if (!isJsonObject(ratios)) throw wrong('"ratios" to be an object')
  const read = Object.entries(ratios).map(([floor, ratio]): [string, Ratio] => {
    const { median, low, high } = isJsonObject(ratio) ? ratio : {}
    if (isPositive(median) && low === undefined && high === undefined) return [floor, { median }]
    if (isPositive(median) && isPositive(low) && isPositive(high)) return [floor, { median, low, high }]
    throw wrong(`"${floor}" in "ratios" to have a median above 0, and both bounds or neither`)
  })
  return {
    benchmark,
    case: name,
    ...(size !== undefined && { size }),
    ...(before !== undefined && { before }),
    contender,
    ...(floor !== undefined && { floor }),
    ...(goals !== undefined && { goals }),
    figure,
    unit,
    ratios: Object.fromEntries(read),
    rounds,
  }
}

function isGoals(value: unknown): value is Readonly<Record<string, number>> {
  return isJsonObject(value) && Object.values(value).every(isPositive)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && value > 0
}
