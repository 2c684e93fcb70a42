import { compileStatedFact, SpokenText } from '@carebench/text'
import { sayDate } from '../persona/say-date.js'
import type { Sentences } from '../persona/sentences.js'
import { asksBirthDate } from '../persona/topics.js'
import type { PersonConfig } from './config.js'
import type { Facts } from './facts.js'
import type { Conversation } from './state.js'

/** Whether the patient may talk after this turn; `say` is the answer to a caller who may not hear more. */
export interface Identified {
  readonly say?: string
  readonly after?: Partial<Conversation>
  readonly ends?: boolean
  /** True in the turn in which the identity was verified. */
  readonly isNew: boolean
}

/** Checks the identity of the caller: whether they know the date of birth, or ask for it. */
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
