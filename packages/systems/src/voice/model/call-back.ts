import { callBackDefaults, firstThere } from '../../persona/reach.js'
import { secondsAfter } from '../../timeline.js'
import type { CallHead, PromisedCall } from './call-row.js'

/**
 * Returns the call back that follows a call that ends at `at`, because a message was left or because the last call back
 * was not answered. Undefined if nobody will call.
 */
export function promisedAfter(head: CallHead, at: string): PromisedCall | undefined {
  const { place } = head
  if (place.at !== 'ringing' && !(place.at === 'voice_mail' && place.hasMessage)) return undefined
  const { callee } = place
  const { back } = callee
  if (back?.reach.calls_back === undefined) return undefined
  const { after_seconds, times, again_after_seconds } = { ...callBackDefaults, ...back.reach.calls_back }
  const then = firstThere(back.reach, at, back.made === 0 ? after_seconds : again_after_seconds)
  if (back.made >= times || then === undefined) return undefined
  const conversation = head.conversation ?? head.id
  const made = back.made + 1
  return {
    id: `${conversation}_back${made}`,
    at: then,
    from: head.direction === 'inbound' ? head.from : head.to,
    callee: { ...callee, back: { ...back, made } },
    conversation,
    ...(head.memories && { memories: head.memories }),
  }
}

/** Returns a call back as it begins to ring. */
export function ringingCall(
  { id, at, from, callee, conversation, memories }: PromisedCall,
  { fromNumber, maxCallSeconds }: { readonly fromNumber: string; readonly maxCallSeconds: number },
): CallHead {
  const { rings_seconds = callBackDefaults.rings_seconds } = callee.back?.reach.calls_back ?? {}
  return {
    id,
    to: fromNumber,
    from,
    direction: 'inbound',
    conversation,
    place: { at: 'ringing', due: secondsAfter(at, rings_seconds), callee },
    outcome: null,
    ended_by: null,
    started_at: at,
    ended_at: null,
    cut_at: secondsAfter(at, rings_seconds + maxCallSeconds),
    told: 0,
    used: {},
    ...(memories && { memories }),
  }
}
