import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collectNow: (() => void) | undefined

/**
 * Collects garbage, and lets finalizers run. For the `begin` of contenders that leave a lot of it, which would otherwise be collected
 * in the time of others.
 */
export async function collectGarbage(): Promise<void> {
  if (collectNow === undefined) {
    setFlagsFromString('--expose-gc')
    collectNow = runInNewContext('gc') as () => void
  }
  collectNow()
  await sleep(1)
}
