import type { JsonObject, TaskSession, VoiceCall } from '@carebench/client'
import { needed, objectsAt, textAt } from './json.js'

/** A critical result that a clinician must be told, and must read back. */
export interface CriticalResult {
  readonly name: string
  /** `YYYY-MM-DD`. */
  readonly birthDate: string
  readonly test: string
  /** The value in digits. */
  readonly value: string
  readonly unit: string
}

/**
 * Calls a clinician with a critical result. Returns the code that confirms that it was read back; undefined if nobody
 * answers, or only a voice mail.
 */
export async function readBack(
  session: TaskSession,
  phone: string,
  result: CriticalResult,
): Promise<string | undefined> {
  const call = await session.voice.call(phone)
  const status = textAt(call.started, 'status')
  if (status === 'busy' || status === 'no_answer') return undefined
  if (speaksVoiceMail(call.started)) {
    await call.hangUp()
    return undefined
  }
  const code = await hear(call, result)
  await call.hangUp()
  return code
}

async function hear(call: VoiceCall, { name, birthDate, test, value, unit }: CriticalResult): Promise<string> {
  const desk = 'This is the laboratory desk of Alder Creek with a critical result'
  let answer = await call.say(`${desk}: ${name}, born ${birthDate}, ${test} ${value} ${unit}.`)
  for (let turn = 0; turn < 5; turn += 1) {
    const said = saidIn(answer)
    const code = /\bRB-?\d{5}\b/.exec(said)?.[0]
    if (code !== undefined) return code
    const numbers = new Set(said.replaceAll(birthDate, ' ').match(/\d+(?:\.\d+)?/g))
    answer = await call.say(numbers.has(value) ? 'Yes.' : `No: ${value} ${unit}.`)
  }
  throw new Error(`Expected a read-back code, got: ${saidIn(answer)}`)
}

function speaksVoiceMail(call: JsonObject): boolean {
  const isMachine = objectsAt(call, 'heard').some((turn) => textAt(turn, 'speaker') === 'voice mail')
  return isMachine || /voice ?mail|leave (a|your) message|after the (tone|beep)|not available/i.test(saidIn(call))
}

function saidIn(call: JsonObject): string {
  return objectsAt(call, 'heard')
    .map((turn) => needed(textAt(turn, 'text'), 'a text of a turn'))
    .join(' ')
}
