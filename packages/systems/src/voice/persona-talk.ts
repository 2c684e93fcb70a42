import { fillFacts } from '../persona/fill.js'
import { emptyMemory, type Heard, listen, type PersonaMemory } from '../persona/knowledge.js'
import { answerForeign, labelOf, listFacts, type Sentences, sentencesFor } from '../persona/sentences.js'
import { asksAgain, asksSomething } from '../persona/topics.js'
import type { VoiceDestination } from './config.js'
import type { Persona, PersonaRule } from './persona.js'

/** What a persona says, what it remembers afterwards, and where the call goes. */
export interface PersonaReply {
  readonly say: string
  /** Undefined if nothing is remembered. */
  readonly memory: PersonaMemory | undefined
  /** The index of the rule that was used. */
  readonly rule?: number
  readonly goTo?: VoiceDestination | undefined
}

/** How often each rule of the persona was used, and what a model says in its place. */
export interface PersonaTurn {
  readonly text: string
  readonly memory: PersonaMemory | undefined
  readonly usesOf: (rule: number) => number
  /** Asks the model; undefined if there is none. */
  readonly improvise: () => string | undefined
}

/**
 * Answers a turn. What the persona was told decides, not the order of telling: once it knows what it wants, it gives what
 * it gives; before, it asks only for what is still wanted. Rules are used for everything else, and then the model.
 */
export function answerAsPersona(persona: Persona, turn: PersonaTurn): PersonaReply {
  const { text, memory = emptyMemory } = turn
  const foreign = answerForeign(persona, text)
  if (foreign !== undefined) return { say: foreign, memory: turn.memory }
  if (persona.knowledge.wants.length === 0) return answerFreely(persona, turn, undefined, sentencesFor(persona, text))
  const sentences = sentencesFor(persona, text)
  const heard = listen(persona.knowledge, memory, text)
  const reply = answerHeard(persona, turn, heard, sentences)
  return { ...reply, memory: reply.memory ?? heard.memory }
}

/** What a persona says that calls back: what it gives, if a message told it everything; else what it still wants. */
export function resumeAsPersona(
  persona: Persona,
  before: PersonaMemory | undefined,
  opening = 'Hello, you left a message. I am calling you back.',
): PersonaReply {
  if (before === undefined) return { say: opening, memory: undefined }
  const sentences = sentencesFor(persona, '')
  const heard = listen(persona.knowledge, before, '')
  const { memory, chart, wanted } = heard
  const say = (more: string): string => `${fill(opening, persona, heard, sentences)} ${more}`
  if (wanted.length > 0) return { say: say(sentences.needs(listFacts(wanted, sentences))), memory }
  if (chart === undefined) return { say: say(sentences.contradiction), memory }
  const reply = answerHeard(
    persona,
    { text: '', memory, usesOf: () => 0, improvise: () => undefined },
    heard,
    sentences,
  )
  return memory.gave || (persona.gives === undefined && persona.willing)
    ? { say: say('').trim(), memory }
    : { ...reply, say: say(reply.say) }
}

function answerHeard(persona: Persona, turn: PersonaTurn, heard: Heard, sentences: Sentences): PersonaReply {
  const { memory, chart } = heard
  if (memory.wrong >= persona.attempts) return { say: sentences.givesUp, memory, goTo: { hang_up: true } }
  const isDue = chart !== undefined && !memory.gave
  if (isDue && !persona.willing) {
    return { say: persona.unwillingSay ?? sentences.refuses, memory: { ...memory, gave: true } }
  }
  if (isDue && persona.gives !== undefined) {
    const { say, go_to } = persona.gives
    const said = fill(say ?? sentences.thanks, persona, heard, sentences)
    return { say: said, memory: { ...memory, gave: true }, goTo: go_to }
  }
  return answerFreely(persona, turn, heard, sentences)
}

/** Everything but what the persona gives once it knows enough; `heard` is undefined if it wants nothing. */
function answerFreely(
  persona: Persona,
  turn: PersonaTurn,
  heard: Heard | undefined,
  sentences: Sentences,
): PersonaReply {
  const memory = heard?.memory
  const isWrong = heard !== undefined && heard.wrong.length > 0
  const index = persona.rules.findIndex((rule, at) => applies(rule, at, persona, turn, heard, isWrong))
  const rule = persona.rules[index]
  if (rule !== undefined) {
    return { say: fill(rule.say, persona, heard, sentences), memory, rule: index, goTo: rule.goTo }
  }
  const say =
    tellAsked(persona, turn.text, heard, sentences) ??
    (heard === undefined ? undefined : respond(persona, turn, heard, sentences)) ??
    turn.improvise() ??
    sayOtherwise(persona, heard, sentences)
  return { say, memory }
}

/** What follows from what was told, right or wrong. */
function respond(persona: Persona, { text }: PersonaTurn, heard: Heard, sentences: Sentences): string | undefined {
  const { wrong, wanted, chart, isNew } = heard
  if (wrong.length > 0) {
    const others = wanted.filter((each) => !wrong.includes(each))
    const mismatch = sentences.mismatch(listFacts(wrong, sentences))
    return others.length === 0 ? mismatch : `${mismatch} ${sentences.needs(listFacts(others, sentences))}`
  }
  if (wanted.length === 0 && chart === undefined) return sentences.contradiction
  if (isNew) return wanted.length === 0 ? sentences.thanks : sentences.stillNeeds(listFacts(wanted, sentences))
  const given = chart === undefined || !persona.willing || !asksAgain(text) ? undefined : persona.gives?.say
  return given === undefined ? undefined : fill(given, persona, heard, sentences)
}

/** The words for everything else, which ask only for what is still wanted. */
function sayOtherwise(persona: Persona, heard: Heard | undefined, sentences: Sentences): string {
  const { otherwise } = persona
  const asks = otherwise?.includes('{{wanted}}') === true
  const wanted = heard?.wanted ?? []
  if (wanted.length === 0)
    return otherwise === undefined || asks ? sentences.lost : fill(otherwise, persona, heard, sentences)
  const needs = sentences.needs(listFacts(wanted, sentences))
  if (otherwise === undefined) return needs
  const said = fill(otherwise, persona, heard, sentences)
  return asks ? said : `${said} ${needs}`
}

function applies(
  rule: PersonaRule,
  at: number,
  { rules }: Persona,
  { text, usesOf }: PersonaTurn,
  heard: Heard | undefined,
  isWrong: boolean,
): boolean {
  const isWanted = (fact: string) => heard?.wanted.some((wanted) => wanted.fact === fact) === true
  if (usesOf(at) >= rule.times) return false
  if (rule.known.some(isWanted) || !rule.wanted.every(isWanted)) return false
  if (!rule.after.every((name) => rules.some((other, index) => other.name === name && usesOf(index) > 0))) return false
  // A rule for any turn does not hide that something was wrong.
  return rule.listens === undefined ? !isWrong : rule.listens(text)
}

/** A fact that the caller asks for, if the persona may tell it. */
function tellAsked(persona: Persona, text: string, heard: Heard | undefined, sentences: Sentences): string | undefined {
  const topic = asksSomething(text) ? persona.topics.find(({ asked }) => asked(text)) : undefined
  if (topic === undefined) return undefined
  if (!topic.isTold) return persona.consentSay ?? sentences.mayNot
  if (heard !== undefined && heard.wanted.length > 0) return sentences.needsFirst(listFacts(heard.wanted, sentences))
  const chart = heard === undefined ? persona.knowledge.charts[0] : heard.chart
  if (chart === undefined || (persona.knowledge.charts.length > 1 && heard === undefined)) return sentences.mayNot
  if (!persona.willing) return persona.unwillingSay ?? sentences.refuses
  const [value] = chart(topic.fact)
  if (value === undefined) return sentences.unknown
  return /[.!?]$/.test(value) ? value : sentences.is(labelOf(topic.fact, sentences), value)
}

/** Inserts facts: those of the caller, and those of the chart that is identified, or the only one. */
function fill(say: string, { knowledge }: Persona, heard: Heard | undefined, sentences: Sentences): string {
  const chart = heard?.chart ?? (knowledge.charts.length === 1 ? knowledge.charts[0] : undefined)
  return fillFacts(say, (fact) => {
    if (fact === 'wanted') return listFacts(heard?.wanted ?? [], sentences)
    const wanted = knowledge.wants.find((each) => each.fact === fact)
    const told = wanted?.isOpen !== true ? undefined : heard?.memory.told[fact]?.[0]
    return told ?? chart?.(fact)[0] ?? sentences.unknown
  })
}
