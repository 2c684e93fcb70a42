import { isDue, type ModelAnswer, type RunModel, settled, step, timedOut } from './run-model.js'
import type { RunRequest } from './run-request.js'

// For tests of this package only.

/** A request and its response. */
export interface Observation {
  readonly request: RunRequest
  readonly answer: ModelAnswer
}

/**
 * Returns the states at the time `end` that the model can reach if the concurrent requests took place one after another
 * in some order in which each gets its actual response. Deadlines and token expiries before `end` count as separate
 * events, one for each task run and token. Empty: no order explains the responses.
 */
export function linearizations(model: RunModel, observations: readonly Observation[], end: number): RunModel[] {
  const found = new Map<string, RunModel>()
  const visited = new Set<string>()
  const explore = (state: RunModel, left: readonly Observation[]): void => {
    const key = JSON.stringify([state, left.map((observed) => observations.indexOf(observed))])
    if (visited.has(key)) return
    visited.add(key)
    if (left.length === 0) {
      const final = settled({ ...state, now: end })
      found.set(JSON.stringify(final), final)
    }
    for (const observation of left) {
      const { model: next, answer } = step(state, observation.request, findStart(observation))
      if (!equal(answer, observation.answer)) continue
      explore(
        next,
        left.filter((other) => other !== observation),
      )
    }
    for (const next of expirations(state, end)) explore(next, left)
  }
  explore(model, observations)
  return [...found.values()]
}

/** Returns the time of a start according to its response. */
function findStart({ request, answer }: Observation): number | undefined {
  if (request.kind !== 'start' || answer.status !== 200) return undefined
  return (answer.view as { started: number }).started
}

/** Returns the states after one more deadline or token expiry. */
function expirations(model: RunModel, end: number): RunModel[] {
  return model.runs.flatMap((run) => {
    const withRun = (changed: typeof run) => ({
      ...model,
      runs: model.runs.map((other) => (other === run ? changed : other)),
    })
    const ended = run.tasks
      .filter((task) => isDue(run, task, end))
      .map((task) => withRun({ ...run, tasks: run.tasks.map((other) => (other === task ? timedOut(task) : other)) }))
    return !run.expired && end >= run.expiresAt ? [...ended, withRun({ ...run, expired: true })] : ended
  })
}

export function equal(first: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(first)) === JSON.stringify(sorted(other))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([first], [other]) => (first < other ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  )
}
