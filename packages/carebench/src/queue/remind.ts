/** Milliseconds before something is said that may be over by itself, and between two times that the same is said. */
const first = 15_000
const again = 300_000

/**
 * Returns a function that says lines now and then, however often it is called: not in the first seconds, and the same
 * ones only every five minutes. What cannot be found out is not said.
 */
export function remind(
  find: () => Promise<readonly string[]>,
  now: () => number = Date.now,
): (say: (line: string) => void) => Promise<void> {
  const said = new Map<string, number>()
  let next = now() + first
  return async (say) => {
    if (now() < next) return
    next = now() + first
    const lines = await find().catch(() => [])
    for (const line of lines) {
      if (now() - (said.get(line) ?? Number.NEGATIVE_INFINITY) < again) continue
      said.set(line, now())
      say(line)
    }
  }
}
