import { formatInstant } from '@carebench/protocol'
import { update } from '@carebench/store'
import type { ServiceContext } from '../context/context.js'
import { benchmarks } from '../documents/collections/authoring.js'
import { type Decision, decideAndCommit } from '../documents/decide-and-commit.js'
import { notFound } from '../documents/owned.js'

/**
 * Writes parts of a benchmark together with its `updated_at`. Publishing depends on the revision of the benchmark, so
 * it cannot miss a part that is written concurrently; and the parts that `decide` reads are unchanged when its writes
 * take effect. `decide` is called again if the benchmark was written concurrently.
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
    // First: if two requests write the same part, one decides again instead of violating the other's unique key.
    return { writes: [update(benchmarks, { ...benchmark.doc, updated_at }, benchmark.revision), ...writes], result }
  })
}
