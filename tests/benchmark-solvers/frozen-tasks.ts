import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { familyOfTask } from '@carebench/benchmark-kit'
import type { BenchmarkDefinition, EvidenceSnapshot, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { createTestbeds, failingLabels } from '../benchmark-testbed.js'
import { read } from '../benchmarks/played-benchmark.js'
import { workspaceRoot } from '../workspace-sources.js'

export type Split = 'dev' | 'test'

/** The result of a solver on a frozen task of carebench-1. */
export interface SolvedTask {
  readonly name: string
  readonly score: number
  /** The labels of the criteria that did not pass. */
  readonly broken: readonly string[]
}

/**
 * Runs the solvers on the frozen tasks of a split, each over the interface. To save time, the clinic around the people
 * of the tasks has one patient instead of a thousand, and the recorded solutions are left out.
 *
 * @param isWanted - by the name of the task; default: all
 * @param keep - gets the evidence of each task
 */
export async function solveFrozenTasks(
  split: Split,
  isWanted: (name: string) => boolean = () => true,
  keep?: (task: { readonly name: string; readonly evidence: EvidenceSnapshot }) => void,
): Promise<readonly SolvedTask[]> {
  const wanted = shortened(readSplit(split), (name) => isWanted(name) && findSolver(name) !== undefined)
  const open = await createTestbeds(wanted)
  const testbed = open()
  const { solver: agent, benchmark } = testbed
  const run = await agent.runs.create({ benchmark, scored: true })
  const solved: SolvedTask[] = []
  for (const task of run.tasks) {
    const session = await task.start()
    const output = await findSolver(task.name)?.solve(session)
    const completion = await session.complete(output === undefined ? {} : { output })
    if (keep) keep({ name: task.name, evidence: (await read(testbed, `/task-runs/${task.id}/record`)).evidence })
    solved.push({ name: task.name, score: completion.score, broken: failingLabels(completion) })
  }
  return solved
}

/** Lists the tasks of a split that have a solver, each with its family and level. */
export function solvableTasks(
  split: Split,
): readonly { readonly name: string; readonly family: string; readonly level: string }[] {
  return readSplit(split)
    .tasks.filter(({ name }) => findSolver(name) !== undefined)
    .map(({ name, tags = [] }) => {
      const [family] = tags
      const level = tags.find((tag) => /^L\d$/.test(tag))
      if (family === undefined || level === undefined)
        throw new Error(`${name} must be tagged with its family and its level.`)
      return { name, family, level }
    })
}

function findSolver(name: string) {
  return familyOfTask(name)?.solver
}

function readSplit(split: Split): BenchmarkDefinition {
  return JSON.parse(readFileSync(join(workspaceRoot, 'benchmarks/carebench-1', split, 'benchmark.json'), 'utf8'))
}

function shortened(definition: BenchmarkDefinition, isWanted: (name: string) => boolean): BenchmarkDefinition {
  const { environment } = definition
  return {
    ...definition,
    environment: {
      ...environment,
      datasets: environment.datasets.map(({ config, ...dataset }) => ({ ...dataset, config: withOnePatient(config) })),
    },
    tasks: definition.tasks.filter(({ name }) => isWanted(name)).map(({ solutions: _, counters: __, ...task }) => task),
  }
}

function withOnePatient(config: JsonValue): JsonValue {
  if (!isJsonObject(config) || !isJsonObject(config.generator)) return config
  return { ...config, generator: { ...config.generator, patients: 1 } }
}
