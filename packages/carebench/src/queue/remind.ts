/** Milliseconds before the first message, because the cause may pass, and between repetitions of a message. */
const first = 15_000
const again = 300_000

/**
 * Returns a function that prints messages at a limited rate, however often it is called: none in the first seconds, and
 * equal ones only every five minutes. Errors while finding the messages are ignored.
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
