import { createSeededRandom, type Random } from '@carebench/protocol'
import { compareAgents, type RunResult } from '@carebench/verifier'

/** How simulated agents and tasks differ, in logits. */
export interface PowerModel {
  readonly families: number
  /** Number of tasks in each family. */
  readonly tasks: number
  readonly trials: number
  /** The pass rate of the weaker agent at a task of medium difficulty. */
  readonly passRate: number
  /** Spread of difficulties among families, and among tasks within a family. */
  readonly familySpread: number
  readonly taskSpread: number
  /** Spread of the agents' difference among families. */
  readonly agentSpread: number
}

/** The results of repeated simulations of a comparison. */
export interface PowerFigures {
  /** The true difference of the pass rates over all possible families. */
  readonly difference: number
  /** The share of comparisons whose interval excludes 0. */
  readonly found: number
  /** The share of comparisons whose interval contains the true difference. */
  readonly covered: number
  readonly simulations: number
}

/**
 * Simulates comparisons of two agents whose strength differs by `effect` logits. Each simulation draws new families,
 * tasks and trials; the interval is that of `compareAgents` with families as clusters. The same seed gives the same
 * figures.
 */
export function simulatePower(
  model: PowerModel,
  effect: number,
  { simulations, seed }: { readonly simulations: number; readonly seed: number },
): PowerFigures {
  const random = createSeededRandom(seed)
  const population = trueDifference(model, effect, createSeededRandom(seed, 1))
  let found = 0
  let covered = 0
  for (let simulation = 0; simulation < simulations; simulation++) {
    const [first, second] = simulateRuns(model, effect, random)
    const familyOf = (task: string) => task.split('-')[0] ?? ''
    const interval = compareAgents(first, second, { familyOf, resamples: 300, seed: simulation }).pass_rate_difference
    if (interval === null) continue
    if (interval.low > 0 || interval.high < 0) found++
    if (interval.low <= population && population <= interval.high) covered++
  }
  return { difference: population, found: found / simulations, covered: covered / simulations, simulations }
}

/**
 * Returns the figures of the first effect, in logits, that at least the share `power` of comparisons finds; undefined
 * if there is none. The effects must ascend.
 */
export function smallestDetectable(
  model: PowerModel,
  effects: readonly number[],
  options: { readonly simulations: number; readonly seed: number; readonly power: number },
): PowerFigures | undefined {
  for (const effect of effects) {
    const figures = simulatePower(model, effect, options)
    if (figures.found >= options.power) return figures
  }
  return undefined
}

/** Returns the effect in logits that gives this mean difference of pass rates over all families. */
export function findEffect(model: PowerModel, difference: number): number {
  let [low, high] = [0, 20]
  for (let step = 0; step < 16; step++) {
    const effect = (low + high) / 2
    if (trueDifference(model, effect, createSeededRandom(1, 1)) < difference) low = effect
    else high = effect
  }
  return high
}

/** Spreads of agents' pass rates among families, in logits. */
export type Spreads = Pick<PowerModel, 'familySpread' | 'agentSpread'>

/**
 * Estimates spreads from agents that tried the same tasks: how much pass rates, and the differences between two agents,
 * vary among families, averaged over agents and pairs. To avoid rates of 0 and 1, adds half a pass and half a failure
 * to each family.
 *
 * @param passed - for each agent and family, whether each task was passed
 */
export function estimateSpreads(passed: readonly (readonly (readonly boolean[])[])[]): Spreads {
  const logits = passed.map((families) => families.map(computeLogit))
  const pairs = logits.flatMap((first, index) =>
    logits.slice(index + 1).map((second) => first.map((logit, family) => logit - (second[family] ?? 0))),
  )
  return { familySpread: mean(logits.map(deviation)), agentSpread: mean(pairs.map(deviation)) }
}

function computeLogit(tasks: readonly boolean[]): number {
  const passed = tasks.filter((one) => one).length
  return Math.log((passed + 0.5) / (tasks.length - passed + 0.5))
}

function deviation(values: readonly number[]): number {
  const middle = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function simulateRuns(model: PowerModel, effect: number, random: Random): readonly [RunResult[], RunResult[]] {
  const { families, tasks, trials } = model
  const chances: { readonly task_id: string; readonly first: number; readonly second: number }[] = []
  for (let family = 0; family < families; family++) {
    const { ease, own } = drawFamily(model, effect, random)
    for (let task = 0; task < tasks; task++) {
      const logit = ease + model.taskSpread * normal(random)
      chances.push({ task_id: `${family}-${task}`, first: share(logit + own), second: share(logit) })
    }
  }
  const runs = (agent: 'first' | 'second') =>
    Array.from({ length: trials }, () => ({
      task_runs: chances.map((chance) => {
        const score = uniform(random) < chance[agent] ? 1 : 0
        return { task_id: chance.task_id, verdict: score === 1 ? ('pass' as const) : ('fail' as const), score }
      }),
    }))
  return [runs('first'), runs('second')]
}

/** Returns the mean difference over 40,000 simulated families, which the intervals should contain. */
function trueDifference(model: PowerModel, effect: number, random: Random): number {
  const draws = 40_000
  let sum = 0
  for (let draw = 0; draw < draws; draw++) {
    const { ease, own } = drawFamily(model, effect, random)
    const logit = ease + model.taskSpread * normal(random)
    sum += share(logit + own) - share(logit)
  }
  return sum / draws
}

function drawFamily({ passRate, familySpread, agentSpread }: PowerModel, effect: number, random: Random) {
  const ease = Math.log(passRate / (1 - passRate)) + familySpread * normal(random)
  return { ease, own: effect + agentSpread * normal(random) }
}

function share(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}

function uniform(random: Random): number {
  return random.uint32() / 2 ** 32
}

/** Draws from the standard normal distribution by the Box–Muller method. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - uniform(random))) * Math.cos(2 * Math.PI * uniform(random))
}
