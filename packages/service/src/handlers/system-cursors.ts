import { type CursorCodec, InvalidCursorError } from '@carebench/pagination'
import type { SimulatorCall } from '@carebench/protocol'
import { bindCursors, type SimulatorResponse, unbindCursors } from '@carebench/systems'

/** The only system and playground in which cursors are valid. */
export interface CursorPlace {
  readonly playgroundId: string
  /** The name of the system in the log: `Fax@imaging`. */
  readonly simulator: string
}

/** Returns a call as the system records it, with the cursor that the system wrote. */
export function callWithOwnCursor(codec: CursorCodec, place: CursorPlace, call: SimulatorCall): SimulatorCall {
  return unbindCursors(call, (text) => {
    try {
      return codec.decode(text, writeScope(place)).key.id
    } catch (error) {
      if (error instanceof InvalidCursorError) return undefined
      throw error
    }
  })
}

/**
 * Returns a response whose cursors are valid only for this system and playground, and as long as those of the service.
 */
export function responseWithBoundCursors(
  codec: CursorCodec,
  place: CursorPlace,
  response: SimulatorResponse,
): SimulatorResponse {
  return bindCursors(response, (id) =>
    codec.encode({ direction: 'next', key: { createdAt: '', id } }, writeScope(place)),
  )
}

function writeScope({ playgroundId, simulator }: CursorPlace): string {
  return `system ${playgroundId} ${simulator}`
}
