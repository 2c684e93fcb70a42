import type { ConformanceFetch } from '@carebench/conformance'

/**
 * Returns a function that advances the clock of a server with a manual clock (`carebench serve --clock manual`); else
 * undefined.
 */
export async function findClock(
  fetch: ConformanceFetch,
  baseUrl: string,
  key: string | undefined,
): Promise<((seconds: number) => Promise<void>) | undefined> {
  if (key === undefined) return undefined
  const move = async (advance_seconds: number): Promise<boolean> => {
    const response = await fetch(`${baseUrl}/testing/clock`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ advance_seconds }),
      redirect: 'manual',
    })
    await response.arrayBuffer()
    return response.status === 200
  }
  // The run itself checks whether the server responds at all.
  const found = await move(0).catch(() => false)
  if (!found) return undefined
  return async (seconds) => {
    if (!(await move(seconds))) throw new Error(`The clock of the server could not be advanced by ${seconds} seconds.`)
  }
}
