import { expect, it } from 'vitest'
import { countAgentFolder, whenRoom } from './disk-room.js'

const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

/** A step that finds disk space after some attempts. */
function stepAfter(attempts: number): () => string {
  let left = attempts
  return () => {
    if (left-- > 0) throw full
    return 'written'
  }
}

it('retries a step while an agent may have filled the disk, and fails at once if no agent has a folder', async () => {
  await expect(whenRoom(stepAfter(1))).rejects.toBe(full)
  const remove = countAgentFolder()
  expect(await whenRoom(stepAfter(2))).toBe('written')
  const other = new Error('EACCES: permission denied')
  await expect(
    whenRoom(() => {
      throw other
    }),
  ).rejects.toBe(other)
  const never = whenRoom(stepAfter(Number.POSITIVE_INFINITY))
  remove()
  remove()
  await expect(never).rejects.toBe(full)
})
