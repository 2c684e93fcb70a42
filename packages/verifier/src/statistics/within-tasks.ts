/** Trials of one task by two agents, and how often an event, such as a pass, occurred in them. */
export interface TaskEvents {
  readonly first: { readonly events: number; readonly trials: number }
  readonly second: { readonly events: number; readonly trials: number }
}

/** The probabilities of a number of events of the first agent at least as extreme as the observed one. */
export interface WithinTasks {
  /** That the first has as few events as observed, or fewer. */
  readonly fewer: number
  /** That the first has as many events as observed, or more. */
  readonly more: number
}

/**
 * Tests whether an event is as frequent with one agent as with the other on these tasks: within each task, the events
 * are divided among the trials by chance, and the events of the first agent are added up (the exact test of Cochran,
 * Mantel and Haenszel, one-sided). Tasks that only one agent tried, and tasks in which all trials are alike, have no
 * influence.
 *
 * With one trial of each agent per task, `fewer` is one half of McNemar's exact probability. The result is about these
 * tasks, not about tasks like these, which `compareAgents` is for. Both are 1 without a task that differs.
 *
 * @throws {RangeError} if a number is negative or not whole, or there are more events than trials
 */
export function testWithinTasks(tasks: readonly TaskEvents[]): WithinTasks {
  let chances: readonly number[] = [1]
  let least = 0
  let observed = 0
  for (const { first, second } of tasks) {
    demandCounts(first)
    demandCounts(second)
    observed += first.events
    const events = first.events + second.events
    const fewest = Math.max(0, events - second.trials)
    least += fewest
    chances = convolve(chances, divisions(events, first.trials, second.trials, fewest))
  }
  const at = observed - least
  // Rounding could exceed 1.
  const probability = (some: readonly number[]) => Math.min(1, addUp(some))
  return { fewer: probability(chances.slice(0, at + 1)), more: probability(chances.slice(at)) }
}

/**
 * Returns the probabilities that `fewest`, `fewest + 1`, … of the events fall into the first trials: hypergeometric.
 */
function divisions(events: number, firstTrials: number, secondTrials: number, fewest: number): readonly number[] {
  const most = Math.min(events, firstTrials)
  // Relative to the first one, by the ratio of neighbours; scaled so that large numbers of trials do not overflow.
  const logs = [0]
  for (let count = fewest; count < most; count++) {
    const ratio = ((firstTrials - count) * (events - count)) / ((count + 1) * (secondTrials - events + count + 1))
    logs.push((logs.at(-1) ?? 0) + Math.log(ratio))
  }
  const greatest = logs.reduce((a, b) => Math.max(a, b))
  const weights = logs.map((log) => Math.exp(log - greatest))
  const total = addUp(weights)
  return weights.map((weight) => weight / total)
}

function convolve(left: readonly number[], right: readonly number[]): readonly number[] {
  if (right.length === 1) return left
  const sums = new Array<number>(left.length + right.length - 1).fill(0)
  left.forEach((a, i) => {
    right.forEach((b, j) => {
      sums[i + j] = (sums[i + j] ?? 0) + a * b
    })
  })
  return sums
}

function addUp(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function demandCounts({ events, trials }: TaskEvents['first']): void {
  if (Number.isSafeInteger(events) && Number.isSafeInteger(trials) && events >= 0 && events <= trials) return
  throw new RangeError(
    `Expected whole numbers of events from 0 to the number of trials, got ${String(events)} in ${String(trials)} ` +
      'trials.',
  )
}
