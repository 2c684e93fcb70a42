import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { limitProcesses } from './process-limit.js'

it('leaves no control group behind', async () => {
  const limit = limitProcesses(10, `carebench-test-${process.pid}`)
  const group = limit?.outside.at(-1)
  if (group !== undefined) expect(existsSync(group)).toBe(true)
  await limit?.release()
  if (group !== undefined) expect(existsSync(group)).toBe(false)
})
