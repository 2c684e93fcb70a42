import { fillFacts } from '../persona/fill.js'
import { emptyMemory, type Heard, listen, type Wanted, withRecord } from '../persona/knowledge.js'
import { sayOf } from '../persona/model-answer.js'
import { answerForeign, labelOf, listFacts, type Sentences, sentencesFor } from '../persona/sentences.js'
import { proposes, saysGoodbye, saysThanks } from '../persona/topics.js'
import type { Consult } from '../simulator.js'
import type { Facts } from './facts.js'
import { identify } from './identity.js'
import type { PatientAnswer, PatientTurn } from './interview.js'
import { sayDate } from './say-date.js'
import type { Conversation, Person, Reply } from './state.js'

/** What the patient says, and what they remember afterwards. */
export interface Spoken extends PatientAnswer {
  readonly memory: Conversation
}

/**
 * Answers a turn, in this order: misunderstandings, the identity check, and once it is passed, what the patient gives for what
 * they want to be told, scripted replies, willingness, facts, proposals and courtesies, and finally a model if there is one.
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
  const missed = misunderstand(person, memory, text)
  if (missed !== undefined) return say(fill(missed.say, facts, heard, sentences), { misunderstood: missed.counts })
  const identified = identify(person.config, memory, text, facts, sentences)
  const after = { ...learned, ...identified.after }
  if (identified.say !== undefined) return say(identified.say, after, identified.ends)
  const scene: Exchange = { person, turn, facts, heard, sentences, isIdentifying: identified.isNew }
  const answer = answerTurn(scene, { ...memory, ...after }, consult)
  // A caller who just said the date of birth and nothing else gets a confirmation.
  if (answer === undefined) return say(identified.isNew ? sentences.verified : sayOtherwise(scene), after)
  return {
    say: answer.say,
    ends: answer.ends ?? false,
    handsTo: answer.handsTo,
    memory: { ...memory, ...after, ...answer.after },
  }
}

/** What one turn is answered from. */
interface Exchange {
  readonly person: Person
  readonly turn: PatientTurn
  readonly facts: Facts
  /** Undefined if the patient wants nothing. */
  readonly heard: Heard | undefined
  readonly sentences: Sentences
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

function answerTurn(scene: Exchange, memory: Conversation, consult: Consult | undefined): Answer | undefined {
  const { person, turn, heard, sentences } = scene
  const { willing = true, attempts = 5 } = person.config
  const unwillingSay = fill(person.config.unwilling_say ?? sentences.rathersNot, scene.facts, heard, sentences)
  const { text } = turn
  if (heard !== undefined && heard.memory.wrong >= attempts) {
    return { say: sentences.givesUp, after: { refused: true }, ends: true }
  }
  const given = give(scene, willing, unwillingSay)
  if (given !== undefined) return given
  for (const [index, reply] of person.replies.entries()) {
    const count = memory.replies[index] ?? 0
    if (count >= reply.times || !replies(reply, text, heard)) continue
    const { say, ends, handsTo } = reply
    const said = fill(say, scene.facts, heard, sentences)
    return { say: said, ends, handsTo, after: { replies: { ...memory.replies, [index]: count + 1 } } }
  }
  if (!willing && !saysGoodbye(text)) return { say: unwillingSay }
  const told = tellAsked(scene)
  if (told !== undefined) return { say: told }
  if (heard !== undefined && heard.wrong.length > 0)
    return { say: sentences.mismatch(listFacts(heard.wrong, sentences)) }
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
  const say = sayOf(invented)
  return say === undefined ? undefined : { say }
}

/** What the patient says in the turn that tells the last fact that they want. */
function give(
  { person, facts, heard, sentences }: Exchange,
  willing: boolean,
  unwillingSay: string,
): Answer | undefined {
  const { gives } = person.config
  if (heard?.chart === undefined || heard.memory.gave || gives === undefined) return undefined
  const after = { heard: { ...heard.memory, gave: true } }
  if (!willing) return { say: unwillingSay, after }
  const { say, ends = false } = typeof gives === 'string' ? { say: gives } : gives
  return { say: fill(say, facts, heard, sentences), ends, after }
}

function replies({ listens, known, wanted }: Reply, text: string, heard: Heard | undefined): boolean {
  const isWanted = (fact: string) => heard?.wanted.some((open) => open.fact === fact) === true
  if (known.some(isWanted) || !wanted.every(isWanted)) return false
  return listens === undefined ? heard?.wrong.length === 0 : listens(text)
}

/** A fact that the caller asks for, or why it is not told. */
function tellAsked({ person, turn, facts, heard, sentences, isIdentifying }: Exchange): string | undefined {
  const { consent, consent_say = sentences.mayNot } = person.config
  const isWanted = (fact: string) => person.knowledge.wants.some((wanted) => wanted.fact === fact)
  for (const { fact, asked, say } of person.topics) {
    // A caller who gives the date of birth as identification is not asking for it.
    if (!asked(turn.text) || (isIdentifying && fact === 'birth_date') || isWanted(fact)) continue
    if (consent !== undefined && !consent.includes(fact)) return consent_say
    if (heard !== undefined && heard.wanted.length > 0) return needsFirst(heard.wanted, sentences)
    const value = facts(fact)
    if (value === undefined) return sentences.unknown
    const said = fact === 'birth_date' ? sayDate(value) : value
    return sentences.isEnglish ? say(said) : sentences.is(labelOf(fact, sentences), said)
  }
  return undefined
}

function needsFirst(wanted: readonly Wanted[], sentences: Sentences): string {
  return sentences.needsFirst(listFacts(wanted, sentences))
}

/** The words for everything else, which ask only for what is still wanted. */
function sayOtherwise({ person, facts, heard, sentences }: Exchange): string {
  const { otherwise } = person.config
  const asks = otherwise?.includes('{{wanted}}') === true
  const wanted = heard?.wanted ?? []
  if (wanted.length === 0)
    return otherwise === undefined || asks ? sentences.notSure : fill(otherwise, facts, heard, sentences)
  const needs = sentences.needs(listFacts(wanted, sentences))
  if (otherwise === undefined) return needs
  const said = fill(otherwise, facts, heard, sentences)
  return asks ? said : `${said} ${needs}`
}

/** Inserts facts into a text of the configuration; nothing is inserted into what models say or records contain. */
function fill(say: string, facts: Facts, heard: Heard | undefined, sentences: Sentences): string {
  return fillFacts(say, (fact) => {
    if (fact === 'wanted') return listFacts(heard?.wanted ?? [], sentences)
    return facts(fact) ?? heard?.memory.told[fact]?.[0] ?? sentences.doNotKnow
  })
}
