import { type Static, Type } from 'typebox'
import { type HoursConfig, hoursMembers, nextOpening, openingHours } from '../opening-hours.js'
import { secondsAfter } from '../timeline.js'

const closed = { additionalProperties: false } as const

/** The default settings for calling back. */
export const callBackDefaults = { after_seconds: 600, rings_seconds: 120, times: 1, again_after_seconds: 600 } as const

const callsBackSchema = Type.Object(
  {
    after_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_678_400,
        default: callBackDefaults.after_seconds,
        description: 'Time from the end of the message to the call, or to the next hour at which the person is there.',
      }),
    ),
    rings_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3600,
        default: callBackDefaults.rings_seconds,
        description: 'How long the call rings.',
      }),
    ),
    times: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10,
        default: callBackDefaults.times,
        description: 'Maximum number of calls.',
      }),
    ),
    again_after_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_678_400,
        default: callBackDefaults.again_after_seconds,
        description: 'Time from a missed call to the next.',
      }),
    ),
    say: Type.Optional(
      Type.String({ minLength: 1, maxLength: 2000, description: 'What the person says when the call is answered.' }),
    ),
  },
  { ...closed, description: 'How the person calls back after a message was left; default: never.' },
)

/** The times at which a person can be reached by telephone, and the behaviour at other times. */
export const reachMembers = {
  available: Type.Optional(
    Type.Object(hoursMembers, { ...closed, description: 'When the person is there; default: always.' }),
  ),
  voice_mail: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2000,
      description:
        'What voice mail says when the person is not there; default: a standard greeting with `calls_back`, else ' +
        'nobody answers.',
    }),
  ),
  calls_back: Type.Optional(callsBackSchema),
}

type CallsBackConfig = Static<typeof callsBackSchema>

/** When a person can be reached, and what happens at other times. */
export type Reach = {
  readonly available?: HoursConfig
  readonly voice_mail?: string
  readonly calls_back?: CallsBackConfig
}

/**
 * Throws an Error if the hours are invalid, or if there are settings for voice mail or calling back without hours;
 * `place` locates the configuration.
 */
export function assertReach({ available, voice_mail, calls_back }: Reach, place: string): void {
  if (available !== undefined) openingHours(available, `${place}available`)
  else if (voice_mail !== undefined || calls_back !== undefined) {
    const member = voice_mail === undefined ? 'calls_back' : 'voice_mail'
    throw new Error(`${place}${member}: expected "available" beside it, the hours outside of which it is used.`)
  }
}

/** Whether the person can be reached at an instant. */
export function isThere({ available }: Reach, at: string): boolean {
  return available === undefined || openingHours(available, 'available')(at)
}

/**
 * Returns the first instant, at least `seconds` later, at which the person can be reached; undefined if there is none
 * within a month.
 */
export function firstThere({ available }: Reach, at: string, seconds: number): string | undefined {
  const then = secondsAfter(at, seconds)
  return available === undefined ? then : nextOpening(available, then)
}

/** Returns the greeting of the voice mail; undefined if there is none. */
export function readVoiceMail({ voice_mail, calls_back }: Reach): string | undefined {
  return voice_mail ?? (calls_back && 'Nobody is available to take your call. Please leave a message after the tone.')
}
