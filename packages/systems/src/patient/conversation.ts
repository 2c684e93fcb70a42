import { sayOf } from '../persona/model-answer.js'
import { asksBirthDate, proposes, saysGoodbye, saysThanks } from '../persona/topics.js'
import type { Consult } from '../simulator.js'
import { datesSaid, sayDate } from './birth-date.js'
import type { Facts } from './facts.js'
import type { PatientAnswer, PatientTurn } from './interview.js'
import { type Conversation, newConversation, type PatientState } from './state.js'

/** What the patient says, and what they remember afterwards. */
export interface Spoken extends PatientAnswer {
  readonly memory: Conversation
}

/**
 * Answers a turn, in this order: misunderstandings, the identity check, and once it is passed, willingness, scripted
 * replies, facts, proposals and courtesies, and finally a model if there is one.
 */
export function converse(state: PatientState, turn: PatientTurn, facts: Facts, consult: Consult | undefined): Spoken {
  const memory = state.conversations.get(turn.conversation) ?? newConversation
  const spoken = (say: string, after: Partial<Conversation> = {}, ends = false): Spoken => {
    return { say: fillFacts(say, facts), ends, memory: { ...memory, ...after } }
  }
  if (memory.refused) return spoken('I do not want to talk to you. Goodbye.', {}, true)
  const missed = misunderstand(state, memory, turn.text)
  if (missed !== undefined) return spoken(missed.say, { misunderstood: missed.counts })
  const identified = identify(state, memory, turn.text, facts)
  if (identified.say !== undefined) return spoken(identified.say, identified.after, identified.ends)
  const known = { ...memory, ...identified.after }
  const answer = answerTurn(state, known, turn, facts, identified.isNew, consult)
  // A caller who just said the date of birth and nothing else gets a confirmation.
  if (answer === undefined) {
    const say = identified.isNew ? 'Thank you, that is right. How can I help you?' : (state.config.otherwise ?? lost)
    return spoken(say, identified.after)
  }
  return spoken(answer.say, { ...identified.after, ...answer.after }, answer.ends)
}

const lost = 'I am not sure what you mean. Could you say that in other words?'

interface Answer {
  readonly say: string
  readonly after?: Partial<Conversation>
  readonly ends?: boolean
}

/** Whether the patient may talk after this turn; `say` is the answer to a caller who may not hear more. */
interface Identified {
  readonly say?: string
  readonly after?: Partial<Conversation>
  readonly ends?: boolean
  /** True in the turn in which the identity was verified. */
  readonly isNew: boolean
}

function identify({ config }: PatientState, memory: Conversation, text: string, facts: Facts): Identified {
  const { identity = 'states', identity_attempts = 3 } = config
  if (identity === 'none' || memory.verified) return { isNew: false }
  if (identity === 'asks') {
    if (!asksBirthDate(text)) {
      return { say: 'Before we talk, please make sure that you have the right person.', isNew: false }
    }
    return {
      say: `My date of birth is ${birthDateOf(facts) ?? 'my own business'}.`,
      after: { verified: true },
      isNew: true,
    }
  }
  const birthDate = facts('birth_date')
  const said = datesSaid(text)
  if (birthDate !== undefined && said.includes(birthDate)) return { after: { verified: true }, isNew: true }
  if (said.length === 0) {
    return { say: 'Before we talk, please tell me my date of birth, so that I know who is calling.', isNew: false }
  }
  const wrong = memory.wrong + 1
  if (wrong < identity_attempts) return { say: 'That is not my date of birth.', after: { wrong }, isNew: false }
  const say = 'That is not my date of birth. I will not talk to you. Goodbye.'
  return { say, after: { wrong, refused: true }, ends: true, isNew: false }
}

function misunderstand({ misunderstandings }: PatientState, { misunderstood }: Conversation, text: string) {
  for (const [index, { listens, times, say }] of misunderstandings.entries()) {
    const count = misunderstood[index] ?? 0
    if (count < times && listens(text)) return { say, counts: { ...misunderstood, [index]: count + 1 } }
  }
  return undefined
}

function answerTurn(
  state: PatientState,
  memory: Conversation,
  turn: PatientTurn,
  facts: Facts,
  isIdentifying: boolean,
  consult: Consult | undefined,
): Answer | undefined {
  const { willing = true, unwilling_say = 'No, thank you. I would rather not.', model } = state.config
  const { text } = turn
  for (const [index, { listens, say, times, ends }] of state.replies.entries()) {
    const count = memory.replies[index] ?? 0
    if (count < times && listens(text))
      return { say, ends, after: { replies: { ...memory.replies, [index]: count + 1 } } }
  }
  if (!willing && !saysGoodbye(text)) return { say: unwilling_say }
  for (const { fact, asked, say } of state.topics) {
    // A caller who gives the date of birth as identification is not asking for it.
    if (!asked(text) || (isIdentifying && fact === 'birth_date')) continue
    const value = fact === 'birth_date' ? birthDateOf(facts) : facts(fact)
    return { say: value === undefined ? 'I do not know that.' : say(value) }
  }
  if (proposes(text)) return { say: 'Yes, that is fine with me.' }
  if (saysGoodbye(text)) return { say: 'Goodbye.', ends: true }
  if (saysThanks(text)) return { say: 'You are welcome.' }
  const { channel, transcript = [] } = turn
  const { instructions = '' } = model ?? {}
  const invented = model && consult?.('speak-as-persona', { instructions, channel, heard: text, transcript })
  const say = sayOf(invented)
  return say === undefined ? undefined : { say }
}

function birthDateOf(facts: Facts): string | undefined {
  const date = facts('birth_date')
  return date === undefined ? undefined : sayDate(date)
}

function fillFacts(say: string, facts: Facts): string {
  return say.replaceAll(/\{\{([a-z][a-z0-9_]*)\}\}/g, (_, name: string) => facts(name) ?? 'I do not know')
}
