import type { CarebenchSolver, Completion, RunState } from '@carebench/client'
import { type LoopOptions, workOn } from './agent-loop.js'
import type { Model } from './model.js'

/** The final state of a run, and the results of its tasks. */
export interface RunReport {
  readonly state: RunState
  /** In the order of the tasks. */
  readonly completions: readonly Completion[]
}

/** Creates a run of a benchmark and works on its tasks one after another, each in its own conversation. */
export async function runBenchmark(
  solver: CarebenchSolver,
  benchmark: string,
  model: Model,
  options: LoopOptions = {},
): Promise<RunReport> {
  const run = await solver.runs.create({ benchmark })
  const completions: Completion[] = []
  for (const task of run.tasks) {
    options.say?.(`# ${task.name}`)
    const completion = await workOn(task, model, options)
    options.say?.(`  ${completion.verdict}, score ${completion.score}`)
    completions.push(completion)
  }
  return { state: await run.read(), completions }
}
