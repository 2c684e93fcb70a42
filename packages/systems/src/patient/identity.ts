import { compileStatedFact, SpokenText } from '@carebench/text'
import { sayDate } from '../persona/say-date.js'
import type { Sentences } from '../persona/sentences.js'
import { asksBirthDate } from '../persona/topics.js'
import type { PersonConfig } from './config.js'
import type { Facts } from './facts.js'
import type { Conversation } from './state.js'

/** The result of the identity check; `say` is the reply to a caller who has not passed it. */
export interface Identified {
  readonly say?: string
  readonly after?: Partial<Conversation>
  readonly ends?: boolean
  /** Whether the caller passed the check in this turn. */
  readonly isNew: boolean
}

/** Checks whether the caller states the patient's date of birth, or asks for it, as configured. */
export function identify(
  { identity = 'states', identity_attempts = 3 }: PersonConfig,
  memory: Conversation,
  text: string,
  facts: Facts,
  sentences: Sentences,
): Identified {
  if (identity === 'none' || memory.verified) return { isNew: false }
  const birthDate = facts('birth_date')
  if (identity === 'asks') {
    if (!asksBirthDate(text)) return { say: sentences.rightPerson, isNew: false }
    const say = sentences.ownBirthDate(birthDate === undefined ? undefined : sayDate(birthDate))
    return { say, after: { verified: true }, isNew: true }
  }
  const listen =
    compileStatedFact({ date: birthDate ?? null, year: true }) ?? compileStatedFact({ date: null, year: true })
  const { value, another } = listen?.(new SpokenText(text)) ?? {}
  if (value !== undefined && value === birthDate) return { after: { verified: true }, isNew: true }
  if (value === undefined && another !== true) return { say: sentences.asksBirthDate, isNew: false }
  const wrong = memory.wrong + 1
  if (wrong < identity_attempts) return { say: sentences.wrongBirthDate, after: { wrong }, isNew: false }
  const say = `${sentences.wrongBirthDate} ${sentences.noTalk}`
  return { say, after: { wrong, refused: true }, ends: true, isNew: false }
}
