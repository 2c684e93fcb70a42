import { ApiError, formatInstant } from '@carebench/protocol'
import { notFound } from '../documents/owned.js'
import { settleDue } from '../runs/ending/settle.js'
import type { Handlers } from './handler.js'

/** Date-times on the wire have four-digit years. */
const latest = Date.UTC(9000, 0, 1)

export const testingHandlers: Handlers<'advanceClock'> = {
  async advanceClock(context, { body }) {
    const { testingClock } = context
    if (testingClock === null) throw notFound()
    const milliseconds = body.advance_seconds * 1000
    if (testingClock.now() + milliseconds > latest) {
      throw new ApiError(
        'CONFLICT',
        `The clock is at ${formatInstant(testingClock.now())}; it cannot be advanced beyond ${formatInstant(latest)}.`,
      )
    }
    await testingClock.advance(milliseconds)
    const now = formatInstant(testingClock.now())
    await settleDue(context)
    return { now }
  },
}
