import { readDefinition } from '../../running/benchmark-source.js'
import { findSuite } from '../../running/benchmark-suite.js'
import type { LoadedBenchmark } from '../../serving/published-benchmarks.js'
import type { Progress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'

/**
 * Reads the benchmarks of `--benchmarks`: folders, and splits such as `carebench-1:dev`. Throws a `UsageError` for a
 * source that is neither.
 */
export async function readNamedBenchmarks(
  sources: readonly string[],
  context: { readonly terminal: Terminal; readonly progress: Progress },
): Promise<readonly LoadedBenchmark[]> {
  const loaded: LoadedBenchmark[] = []
  for (const source of sources) {
    context.progress.step(`Reading ${source}`)
    const [, suite = '', split = ''] = /^(.+):([\w-]+)$/.exec(source) ?? []
    const isSplit = suite !== '' && findSuite(suite) !== undefined
    loaded.push(await readDefinition(isSplit ? suite : source, { ...context, ...(isSplit && { split }) }))
  }
  return loaded
}
