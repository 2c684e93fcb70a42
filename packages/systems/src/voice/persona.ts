import { compileWhen, type Listener } from '../listening.js'
import { chartOf, type Knowledge, prepareKnowledge } from '../persona/knowledge.js'
import { assertReach, type Reach } from '../persona/reach.js'
import type { Speaks } from '../persona/sentences.js'
import { type Topic, topicOf } from '../persona/topics.js'
import type { VoiceDestination, VoiceEnd, VoicePersona } from './config.js'

/** A person on the telephone, prepared for use. */
export interface Persona extends Speaks {
  readonly speaker: string
  readonly greeting: string
  readonly knowledge: Knowledge
  readonly attempts: number
  readonly reach: Reach
  readonly gives: VoiceEnd | undefined
  readonly willing: boolean
  readonly unwillingSay: string | undefined
  /** The facts that the persona may be asked for, and whether it tells them. */
  readonly topics: readonly (Omit<Topic, 'say'> & { readonly isTold: boolean })[]
  readonly consentSay: string | undefined
  readonly rules: readonly PersonaRule[]
  readonly otherwise: string | undefined
  /** The input for a model; undefined if none is used. */
  readonly instructions: string | undefined
}

export interface PersonaRule {
  readonly name: string | undefined
  /** Undefined if it applies whatever is said. */
  readonly listens: Listener | undefined
  readonly known: readonly string[]
  readonly wanted: readonly string[]
  readonly after: readonly string[]
  readonly say: string
  readonly times: number
  readonly goTo: VoiceDestination | undefined
}

type Check = (target: VoiceDestination | undefined, place: string) => void

/** Prepares a persona. Throws an Error with the path of the first invalid value. */
export function personaOf(persona: VoicePersona, place: string, check: Check): Persona {
  const { speaker = 'representative', greeting = 'Hello, how can I help you?', otherwise, model, gives } = persona
  const { facts = {}, charts = [{}], wants = [], consent } = persona
  if (speaker === 'agent' || speaker === 'ivr' || speaker === 'voice mail') {
    throw new Error(`${place}.speaker: expected a name that no other speaker has, got ${speaker}.`)
  }
  const knowledge = prepareKnowledge(
    wants,
    charts.map((chart) => chartOf(facts, chart)),
    `${place}.`,
  )
  assertReach(persona, `${place}.`)
  const end: VoiceEnd | undefined = typeof gives === 'string' ? { say: gives } : gives
  if (end !== undefined && wants.length === 0) {
    throw new Error(`${place}.gives: expected "wants" beside it, the facts that have to be told first.`)
  }
  check(end?.go_to, `${place}.gives.go_to`)
  const wanted = new Set(knowledge.wants.map(({ fact }) => fact))
  const own = [...new Set([facts, ...charts].flatMap((each) => Object.keys(each)))]
  const unknown = consent?.find((fact) => !own.includes(fact))
  if (unknown !== undefined) {
    throw new Error(`${place}.consent: expected names of its facts (${own.join(', ') || 'none'}), got ${unknown}.`)
  }
  return {
    speaker,
    greeting,
    knowledge,
    attempts: persona.attempts ?? 5,
    reach: {
      ...(persona.available && { available: persona.available }),
      ...(persona.voice_mail !== undefined && { voice_mail: persona.voice_mail }),
      ...(persona.calls_back && { calls_back: persona.calls_back }),
    },
    gives: end,
    willing: persona.willing ?? true,
    unwillingSay: persona.unwilling_say,
    // What callers have to tell is not told to them.
    topics: own
      .filter((fact) => !wanted.has(fact))
      .flatMap((fact) => {
        const topic = topicOf(fact)
        return topic === undefined ? [] : [{ ...topic, isTold: consent === undefined || consent.includes(fact) }]
      }),
    consentSay: persona.consent_say,
    languages: persona.languages,
    languageSay: persona.language_say,
    otherwise,
    instructions: model?.instructions,
    rules: rulesOf(persona, wanted, place, check),
  }
}

function rulesOf({ rules = [] }: VoicePersona, wants: ReadonlySet<string>, place: string, check: Check): PersonaRule[] {
  const names = new Set(rules.flatMap(({ name }) => name ?? []))
  return rules.map(({ name, when, known = [], wanted = [], after = [], say, times, go_to }, index) => {
    const at = `${place}.rules[${index}]`
    const missing = after.find((candidate) => !names.has(candidate))
    if (missing !== undefined) throw new Error(`${at}.after: expected the name of a rule, got ${missing}.`)
    for (const [member, facts] of Object.entries({ known, wanted })) {
      const other = facts.find((fact) => !wants.has(fact))
      if (other === undefined) continue
      const listed = [...wants].join(', ') || 'none'
      throw new Error(`${at}.${member}: expected facts that the persona wants (${listed}), got ${other}.`)
    }
    check(go_to, `${at}.go_to`)
    return {
      name,
      listens: when === undefined ? undefined : compileWhen(when, `${at}.when`),
      known,
      wanted,
      after,
      say,
      times: times ?? Number.POSITIVE_INFINITY,
      goTo: go_to,
    }
  })
}
