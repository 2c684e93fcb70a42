import { formatInstant } from '@carebench/protocol'
import { update } from '@carebench/store'
import type { ServiceContext } from '../context.js'
import { benchmarks } from '../documents/authoring.js'
import { type Decision, decideAndCommit } from '../documents/decide-and-commit.js'
import { notFound } from '../documents/owned.js'

/**
 * Writes parts of a benchmark together with its `updated_at`: publishing, which names the version of the benchmark that
 * it read, then cannot miss a part that is written meanwhile; and what `decide` reads of the parts is as it was when its
 * writes are carried out. It is called again if the benchmark was written meanwhile.
 */
export async function commitPart<Result>(
  context: ServiceContext,
  benchmarkId: string,
  decide: () => Promise<Decision<Result>>,
): Promise<Result> {
  return decideAndCommit(context, async () => {
    const benchmark = await context.store.get(benchmarks, benchmarkId)
    if (benchmark === undefined) throw notFound()
    const { writes, result } = await decide()
    if (writes.length === 0) return { writes, result }
    const updated_at = formatInstant(context.clock.now())
    // First: of two that write the same part, one decides again instead of meeting the other's unique key.
    return { writes: [update(benchmarks, { ...benchmark.doc, updated_at }, benchmark.revision), ...writes], result }
  })
}
