import { applies, type Exchange, fill, give, giveAgain, sayOtherwise } from '../persona/answer.js'
import { tellAsked } from '../persona/asked-fact.js'
import { defaultAttempts } from '../persona/config.js'
import { emptyMemory, type Heard, listen, withRecord } from '../persona/knowledge.js'
import { readSay } from '../persona/model-answer.js'
import { answerForeign, listFacts, sentencesFor } from '../persona/sentences.js'
import { proposes, saysGoodbye, saysThanks } from '../persona/topics.js'
import type { Consult } from '../simulator.js'
import type { Facts } from './facts.js'
import { identify } from './identity.js'
import type { PatientAnswer, PatientTurn } from './interview.js'
import type { Conversation, Person } from './state.js'

/** The patient's reply, and their memory afterwards. */
export interface Spoken extends PatientAnswer {
  readonly memory: Conversation
}

/**
 * Answers a turn. Tries, in this order: foreign languages, misunderstandings, the identity check, and once that is
 * passed, the text given for wanted facts, scripted replies, unwillingness, facts, proposals, courtesies, and a model,
 * if there is one.
 */
export function converse(
  person: Person,
  turn: PatientTurn,
  facts: Facts,
  memory: Conversation,
  consult: Consult | undefined,
): Spoken {
  const { text } = turn
  const sentences = sentencesFor(person, text)
  const say = (said: string, after: Partial<Conversation> = {}, ends = false): Spoken => {
    return { say: said, ends, handsTo: undefined, memory: { ...memory, ...after } }
  }
  if (memory.refused) return say(sentences.refused, {}, true)
  const foreign = answerForeign(person, text)
  if (foreign !== undefined) return say(foreign)
  const heard = hearWanted(person, memory, text, facts)
  const learned = heard === undefined ? {} : { heard: heard.memory }
  if (turn.recorded === true) return say('', learned)
  const { knowledge } = person
  const exchange: Exchange = { text, knowledge, heard, sentences, knows: facts, unknown: sentences.doNotKnow }
  const missed = misunderstand(person, memory, text)
  if (missed !== undefined) return say(fill(missed.say, exchange), { misunderstood: missed.counts })
  const identified = identify(person.config, memory, text, facts, sentences)
  const after = { ...learned, ...identified.after }
  if (identified.say !== undefined) return say(identified.say, after, identified.ends)
  const scene: Scene = { person, turn, exchange, isIdentifying: identified.isNew }
  const answer = answerTurn(scene, { ...memory, ...after }, consult)
  // A caller who just said the date of birth and nothing else gets a confirmation.
  if (answer === undefined) {
    const { otherwise } = person.config
    return say(identified.isNew ? sentences.verified : sayOtherwise(exchange, otherwise, sentences.notSure), after)
  }
  return {
    say: answer.say,
    ends: answer.ends ?? false,
    handsTo: answer.handsTo,
    memory: { ...memory, ...after, ...answer.after },
  }
}

interface Scene {
  readonly person: Person
  readonly turn: PatientTurn
  readonly exchange: Exchange
  readonly isIdentifying: boolean
}

interface Answer {
  readonly say: string
  readonly after?: Partial<Conversation>
  readonly ends?: boolean
  readonly handsTo?: string | undefined
}

function hearWanted({ knowledge }: Person, { heard }: Conversation, text: string, facts: Facts): Heard | undefined {
  if (knowledge.wants.length === 0) return undefined
  return listen(withRecord(knowledge, facts), heard ?? emptyMemory, text)
}

function misunderstand({ misunderstandings }: Person, { misunderstood }: Conversation, text: string) {
  for (const [index, { listens, times, say }] of misunderstandings.entries()) {
    const count = misunderstood[index] ?? 0
    if (count < times && listens(text)) return { say, counts: { ...misunderstood, [index]: count + 1 } }
  }
  return undefined
}

function answerTurn(scene: Scene, memory: Conversation, consult: Consult | undefined): Answer | undefined {
  const { person, turn, exchange } = scene
  const { text, heard, sentences } = exchange
  const { willing = true, attempts = defaultAttempts } = person.config
  const unwillingSay = fill(person.config.unwilling_say ?? sentences.rathersNot, exchange)
  if (heard !== undefined && heard.memory.wrong >= attempts) {
    return { say: sentences.givesUp, after: { refused: true }, ends: true }
  }
  const gives = typeof person.config.gives === 'string' ? { say: person.config.gives } : person.config.gives
  const given = gives && give(exchange, gives.say, willing ? undefined : unwillingSay)
  if (given !== undefined) {
    return { say: given.say, ends: willing && gives?.ends === true, after: { heard: given.memory } }
  }
  for (const [index, reply] of person.replies.entries()) {
    const count = memory.replies[index] ?? 0
    if (count >= reply.times || !applies(reply, exchange)) continue
    const { say, ends, handsTo } = reply
    return { say: fill(say, exchange), ends, handsTo, after: { replies: { ...memory.replies, [index]: count + 1 } } }
  }
  if (!willing && !saysGoodbye(text)) return { say: unwillingSay }
  // A caller who gives the date of birth as identification is not asking for it.
  const topics = scene.isIdentifying ? person.topics.filter(({ fact }) => fact !== 'birth_date') : person.topics
  const disclosed = tellAsked(exchange, topics, { consentSay: person.config.consent_say })
  if (disclosed !== undefined) return { say: disclosed }
  if (heard !== undefined && heard.wrong.length > 0)
    return { say: sentences.mismatch(listFacts(heard.wrong, sentences)) }
  const again = giveAgain(exchange, gives?.say, willing)
  if (again !== undefined) return { say: again }
  if (proposes(text)) return { say: sentences.agrees }
  if (saysGoodbye(text)) return { say: sentences.goodbye, ends: true }
  if (heard?.isNew === true && heard.wanted.length > 0) {
    return { say: sentences.stillNeeds(listFacts(heard.wanted, sentences)) }
  }
  if (saysThanks(text)) return { say: sentences.welcome }
  const { channel, transcript = [] } = turn
  const { model } = person.config
  const { instructions = '' } = model ?? {}
  const invented = model && consult?.('speak-as-persona', { instructions, channel, heard: text, transcript })
  const say = readSay(invented)
  return say === undefined ? undefined : { say }
}
