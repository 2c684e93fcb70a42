import type { FhirJson, JsonObject, TaskSession, VoiceCall } from '@carebench/client'
import { daysIn } from './central-time.js'
import { daysAfter, readName } from './chart.js'
import { needed, objectsAt, textAt } from './json.js'

/** Who answered a call: the patient, who is still on the line, somebody else, or nobody. */
export type Reached = { readonly call: VoiceCall } | 'somebody-else' | 'nobody'

/** The reply of a patient to a slot; `from` is the first day on which a visit is possible, `YYYY-MM-DD`. */
export type PatientAnswer = 'agrees' | 'declines' | { readonly from: string }

const maxTurns = 4

/**
 * Calls a number and asks for name and date of birth, by section 6 of `referrals.txt`. Says nothing about the referral,
 * and hangs up unless the patient answers.
 */
export async function callPatient(session: TaskSession, number: string, patient: FhirJson): Promise<Reached> {
  const call = await session.voice.call(number)
  const status = textAt(call.started, 'status')
  if (status === 'busy' || status === 'no_answer') return 'nobody'
  const reached = speaksVoiceMail(call.started) ? 'nobody' : await identify(call, patient)
  if (reached === 'patient') return { call }
  await endCall(call)
  return reached
}

async function identify(call: VoiceCall, patient: FhirJson): Promise<'patient' | 'somebody-else'> {
  let heard = saidIn(call.started)
  let question = 'This is the referral desk of Alder Creek. May I have your full name and your date of birth, please?'
  for (let turn = 0; turn < maxTurns; turn++) {
    const answer = await call.say(question)
    heard = `${heard} ${saidIn(answer)}`
    const name = statesName(heard, patient)
    const birthDate = statesBirthDate(heard, patient)
    const isOther = name === 'other' || birthDate === 'other' || isSomebodyElse(heard)
    if (isOther || textAt(answer, 'status') === 'ended') return 'somebody-else'
    if (name === 'same' && birthDate === 'same') return 'patient'
    const missing = [...(name === 'none' ? ['full name'] : []), ...(birthDate === 'none' ? ['date of birth'] : [])]
    question = `May I have your ${missing.join(' and your ')}, please?`
  }
  return 'somebody-else'
}

/** Offers a slot in words, and asks until the reply is a yes, a no or another day; at most four times. */
export async function offerSlot(call: VoiceCall, words: string, year: string): Promise<PatientAnswer> {
  let question = `${words} Does that suit you?`
  let said = ''
  for (let turn = 0; turn < maxTurns; turn++) {
    const answer = await call.say(question)
    said = saidIn(answer)
    const understood = understandAnswer(said, year)
    if (understood !== undefined && understood !== 'refuses') return understood
    if (textAt(answer, 'status') === 'ended') break
    question = understood === 'refuses' ? 'From which day on is a visit possible?' : `${words} Does that suit you?`
  }
  throw new Error(`Expected a yes, a no or another day, got: ${said}`)
}

/**
 * Interprets a reply to an offer; `refuses` rejects this slot without naming another day. Undefined for other replies.
 */
export function understandAnswer(said: string, year: string): PatientAnswer | 'refuses' | undefined {
  const text = said.replaceAll('’', "'")
  const declines = new RegExp(
    "\\b((do not|don't|no longer) (want|wish|need)|" +
      "(not|never) (going to|gonna) (have|do)|will not have|won't have|decided against)\\b",
    'i',
  )
  if (declines.test(text)) return 'declines'
  const [from] = daysIn(
    /\b(?:from|starting|beginning|not before|as of|back on|earliest(?: is)?) (.+)/i.exec(text)?.[1] ?? '',
    year,
  )
  if (from !== undefined) return { from }
  const [after] = daysIn(/\bafter (.+)/i.exec(text)?.[1] ?? '', year)
  if (after !== undefined) return { from: daysAfter(after, 1) }
  const refuses = /\b(no|cannot|can't|not possible|not able|won't|will not|does not|doesn't|unfortunately|afraid)\b/i
  if (refuses.test(text)) return 'refuses'
  const agrees = new RegExp(
    '\\b(yes|sure|all right|alright|okay|ok|fine|good|great|perfect|lovely|works|suits|' +
      "can (do|make|come)|(will|'ll) (be there|come|take))\\b",
    'i',
  )
  return agrees.test(text) ? 'agrees' : undefined
}

/** Hangs up, unless the other side already has. */
export async function endCall(call: VoiceCall): Promise<void> {
  if (textAt(await call.read(), 'status') !== 'ended') await call.hangUp()
}

/** Returns everything that was heard since the last turn, as one text. */
export function saidIn(call: JsonObject): string {
  return objectsAt(call, 'heard')
    .map((turn) => needed(textAt(turn, 'text'), 'a text of a turn'))
    .join(' ')
}

function statesName(heard: string, patient: FhirJson): 'same' | 'other' | 'none' {
  if (heard.toLowerCase().includes(readName(patient).toLowerCase())) return 'same'
  const introduced = /\b(?:name is|I am|I'm|[Tt]his is) (\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)+)/u
  return introduced.test(heard) ? 'other' : 'none'
}

function statesBirthDate(heard: string, patient: FhirJson): 'same' | 'other' | 'none' {
  const [first, ...others] = new Set(daysIn(heard, '0000'))
  if (first === undefined) return 'none'
  return others.length === 0 && first === textAt(patient, 'birthDate') ? 'same' : 'other'
}

function isSomebodyElse(heard: string): boolean {
  return /\b(not (here|at home|in|available)|wrong number|no one (here )?(of|by) that name)\b/i.test(heard)
}

function speaksVoiceMail(call: JsonObject): boolean {
  const isMachine = objectsAt(call, 'heard').some((turn) => textAt(turn, 'speaker') === 'voice mail')
  return isMachine || /voice ?mail|leave (a|your) message|after the (tone|beep)|not available/i.test(saidIn(call))
}
