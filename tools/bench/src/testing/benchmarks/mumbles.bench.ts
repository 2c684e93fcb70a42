// What does a line cost that is no result?

import type { Bench } from '../../benchmark.js'
import { run as runAgrees } from './agrees.bench.js'

export async function run(bench: Bench): Promise<void> {
  await runAgrees(bench)
  process.stdout.write('Done.\n')
}
