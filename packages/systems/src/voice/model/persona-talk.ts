import { applies, type Exchange, fill, give, giveAgain, sayOtherwise } from '../../persona/answer.js'
import { type Telling, tellAsked } from '../../persona/asked-fact.js'
import { emptyMemory, type Heard, listen, type PersonaMemory } from '../../persona/knowledge.js'
import { answerForeign, listFacts, sentencesFor } from '../../persona/sentences.js'
import { asksSomething, saysGoodbye, saysThanks } from '../../persona/topics.js'
import type { VoiceDestination } from '../config.js'
import type { Persona, PersonaRule } from './persona.js'

/** A persona's reply, its memory afterwards, and the next destination of the call. */
export interface PersonaReply {
  readonly say: string
  /** What the persona remembers; undefined if nothing. */
  readonly memory: PersonaMemory | undefined
  /** The index of the rule that was used. */
  readonly rule?: number
  readonly goTo?: VoiceDestination | undefined
}

/** A turn of the caller, with the persona's memory. */
export interface PersonaTurn {
  readonly text: string
  readonly memory: PersonaMemory | undefined
  readonly usesOf: (rule: number) => number
  /** Asks the model; undefined if there is none. */
  readonly improvise: () => string | undefined
}

/**
 * Answers a turn. Once all wanted facts are stated, in any order, the persona gives its information; before, it asks
 * for the missing facts. Rules, and then the model, answer everything else.
 */
export function answerAsPersona(persona: Persona, turn: PersonaTurn): PersonaReply {
  const { text, memory = emptyMemory } = turn
  const foreign = answerForeign(persona, text)
  if (foreign !== undefined) return { say: foreign, memory: turn.memory }
  const heard = persona.knowledge.wants.length === 0 ? undefined : listen(persona.knowledge, memory, text)
  const exchange = makeExchange(persona, text, heard)
  return heard === undefined ? answerFreely(persona, turn, exchange) : answerHeard(persona, turn, exchange, heard)
}

/**
 * Returns what a persona says when it calls back: its information, if the message stated all wanted facts, else which
 * facts are missing.
 */
export function resumeAsPersona(
  persona: Persona,
  before: PersonaMemory | undefined,
  opening = 'Hello, you left a message. I am calling you back.',
): PersonaReply {
  if (before === undefined) return { say: opening, memory: undefined }
  const heard = listen(persona.knowledge, before, '')
  const { memory, chart, wanted } = heard
  const exchange = makeExchange(persona, '', heard)
  const { sentences } = exchange
  const say = (more: string): string => `${fill(opening, exchange)} ${more}`
  if (wanted.length > 0) return { say: say(sentences.needs(listFacts(wanted, sentences))), memory }
  if (chart === undefined) return { say: say(sentences.contradiction), memory }
  const turn: PersonaTurn = { text: '', memory, usesOf: () => 0, improvise: () => undefined }
  const reply = answerHeard(persona, turn, exchange, heard)
  return memory.gave || (persona.gives === undefined && persona.willing)
    ? { say: say('').trim(), memory }
    : { ...reply, say: say(reply.say) }
}

/** Creates the exchange of a turn. Its facts come from the identified chart, or the only one. */
function makeExchange(persona: Persona, text: string, heard: Heard | undefined): Exchange {
  const { knowledge } = persona
  const sentences = sentencesFor(persona, text)
  const chart = heard?.chart ?? (knowledge.charts.length === 1 ? knowledge.charts[0] : undefined)
  return { text, knowledge, heard, sentences, knows: (fact) => chart?.(fact)[0], unknown: sentences.unknown }
}

function answerHeard(persona: Persona, turn: PersonaTurn, exchange: Exchange, { memory }: Heard): PersonaReply {
  const { sentences } = exchange
  if (memory.wrong >= persona.attempts) return { say: sentences.givesUp, memory, goTo: { hang_up: true } }
  const { gives, willing, unwillingSay } = persona
  const refusal = willing ? undefined : (unwillingSay ?? sentences.refuses)
  const given = give(exchange, gives && (gives.say ?? sentences.thanks), refusal)
  if (given === undefined) return answerFreely(persona, turn, exchange)
  return willing ? { ...given, goTo: gives?.go_to } : given
}

/** Returns the reply to any turn other than the one that completes the wanted facts. */
function answerFreely(persona: Persona, turn: PersonaTurn, exchange: Exchange): PersonaReply {
  const { heard, sentences } = exchange
  const memory = heard?.memory
  const index = persona.rules.findIndex((rule, at) => isUsable(rule, at, persona, turn) && applies(rule, exchange))
  const rule = persona.rules[index]
  if (rule !== undefined) return { say: fill(rule.say, exchange), memory, rule: index, goTo: rule.goTo }
  const say =
    (asksSomething(turn.text) ? tellAsked(exchange, persona.topics, makeTelling(persona, exchange)) : undefined) ??
    (heard === undefined ? undefined : respond(persona, exchange, heard)) ??
    turn.improvise() ??
    takeLeave(exchange) ??
    sayOtherwise(exchange, persona.otherwise, sentences.lost)
  return { say, memory }
}

/** Returns the reply to a goodbye, and to thanks once no fact is wanted any more; undefined for other texts. */
function takeLeave({ text, heard, sentences }: Exchange): string | undefined {
  if (saysGoodbye(text)) return sentences.goodbye
  const isDone = heard === undefined || heard.wanted.length === 0
  return isDone && saysThanks(text) && !asksSomething(text) ? sentences.welcome : undefined
}

/** Returns the reaction to stated facts, right or wrong. */
function respond(persona: Persona, exchange: Exchange, { wrong, wanted, chart, isNew }: Heard): string | undefined {
  const { sentences } = exchange
  if (wrong.length > 0) {
    const others = wanted.filter((each) => !wrong.includes(each))
    const mismatch = sentences.mismatch(listFacts(wrong, sentences))
    return others.length === 0 ? mismatch : `${mismatch} ${sentences.needs(listFacts(others, sentences))}`
  }
  if (wanted.length === 0 && chart === undefined) return sentences.contradiction
  if (isNew) return wanted.length === 0 ? sentences.thanks : sentences.stillNeeds(listFacts(wanted, sentences))
  return giveAgain(exchange, persona.gives?.say, persona.willing)
}

function isUsable({ times, after }: PersonaRule, at: number, { rules }: Persona, { usesOf }: PersonaTurn): boolean {
  if (usesOf(at) >= times) return false
  return after.every((name) => rules.some((other, index) => other.name === name && usesOf(index) > 0))
}

/** Returns the conditions for disclosing facts: the persona must know whom the call is about, and be willing. */
function makeTelling(persona: Persona, { heard, sentences }: Exchange): Telling {
  const { charts } = persona.knowledge
  const isIdentified = heard === undefined ? charts.length === 1 : heard.chart !== undefined
  return {
    consentSay: persona.consentSay,
    refusal: () => {
      if (!isIdentified) return sentences.mayNot
      return persona.willing ? undefined : (persona.unwillingSay ?? sentences.refuses)
    },
  }
}
