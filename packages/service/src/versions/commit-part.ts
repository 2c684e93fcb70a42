import { formatInstant } from '@carebench/protocol'
import type { ServiceContext } from '../context.js'
import { benchmarks } from '../documents/authoring.js'
import { notFound } from '../handlers/owned.js'
import { unwrapCommit } from '../handlers/write-result.js'
import { busy } from '../http/busy.js'
import { update, type Write } from '../ports/store.js'

/**
 * Writes parts of a benchmark together with its `updated_at`: publishing, which names the version of the benchmark that
 * it read, then cannot miss a part that is written meanwhile.
 */
export async function commitPart(
  context: ServiceContext,
  benchmarkId: string,
  writes: readonly Write[],
): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const benchmark = await context.store.get(benchmarks, benchmarkId)
    if (benchmark === undefined) throw notFound()
    const updated_at = formatInstant(context.clock.now())
    const touched = update(benchmarks, { ...benchmark.doc, updated_at }, benchmark.version)
    const committed = await context.store.commit([...writes, touched])
    if (committed.ok) return
    if (committed.failed.index < writes.length) unwrapCommit(committed)
  }
  throw busy()
}
