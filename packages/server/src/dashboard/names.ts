import { ApiError, type BenchmarkRun } from '@carebench/protocol'
import type { CallOperation } from '@carebench/service'

/** The names of the ids in a run, as far as the key may read them. */
export interface Names {
  readonly benchmarks: readonly (readonly [id: string, name: string])[]
  readonly solvers: readonly (readonly [id: string, name: string])[]
  benchmark(id: string): string
  solver(id: string | null): string
}

/** Reads the names of the newest hundred benchmarks and Solvers; others are shown by their ids. */
export async function readNames(call: CallOperation): Promise<Names> {
  const query = { limit: '100' }
  const [benchmarks, solvers] = await Promise.all([call('listBenchmarks', { query }), call('listSolvers', { query })])
  const benchmarkNames = new Map(benchmarks.data.map(({ id, name }) => [id, name]))
  const solverNames = new Map(solvers.data.map(({ id, name, alias }) => [id, name === '' ? alias : name]))
  return {
    benchmarks: [...benchmarkNames],
    solvers: [...solverNames],
    benchmark: (id) => benchmarkNames.get(id) ?? id,
    solver: (id) => (id === null ? 'nobody' : (solverNames.get(id) ?? id)),
  }
}

/** A task run as its run lists it. */
export type ListedTaskRun = BenchmarkRun['task_runs'][number]

/** Returns the name of a task run's task; its id if another implementation of the API leaves out the name. */
export function readTaskName({ name, task_id: id }: ListedTaskRun): string {
  return name ?? id
}

/** Returns the result of a call; null if the API says that the resource does not exist for this key, or conflicts. */
export async function orNull<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'RESOURCE_NOT_FOUND' || error.code === 'CONFLICT')) return null
    throw error
  }
}

/** Returns the result of a call, or the reason why the API rejected it, for the page with the form. */
export async function orProblem<Result>(
  call: Promise<Result>,
): Promise<{ readonly result: Result } | { readonly problem: string }> {
  try {
    return { result: await call }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && error.code !== 'UNAUTHORIZED') {
      const places = error.errors.map(({ path, message }) => `${path} ${message}`)
      return { problem: [error.message, ...places].join(' · ') }
    }
    throw error
  }
}
