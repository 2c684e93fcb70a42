import { ListenerGroup, type PatternWork } from '../../listening.js'
import { defaultAttempts } from '../../persona/config.js'
import { factsIn } from '../../persona/fill.js'
import type { Knowledge } from '../../persona/knowledge.js'
import { type Condition, type PersonaContext, prepareCondition, prepareTalk } from '../../persona/prepare.js'
import type { Reach } from '../../persona/reach.js'
import type { Speaks } from '../../persona/sentences.js'
import { assertSpeaker } from '../../persona/speakers.js'
import { chartTopics, type Topic } from '../../persona/topics.js'
import type { VoiceDestination, VoiceEnd, VoicePersona } from '../config.js'

/** A compiled persona. */
export interface Persona extends Speaks {
  readonly speaker: string
  readonly greeting: string
  readonly knowledge: Knowledge
  readonly attempts: number
  readonly reach: Reach
  readonly gives: VoiceEnd | undefined
  readonly willing: boolean
  readonly unwillingSay: string | undefined
  /** The facts that the persona may be asked for, and whether it discloses them. */
  readonly topics: readonly Topic[]
  readonly consentSay: string | undefined
  readonly rules: readonly PersonaRule[]
  readonly otherwise: string | undefined
  /** The instructions for a model; undefined if none is used. */
  readonly instructions: string | undefined
}

export interface PersonaRule extends Condition {
  readonly name: string | undefined
  readonly after: readonly string[]
  readonly say: string
  readonly times: number
  readonly goTo: VoiceDestination | undefined
}

/** The shared inputs for compiling the parties of one configuration. */
export interface Preparation {
  /** Throws an Error if a destination has an unknown name. */
  readonly check: (target: VoiceDestination | undefined, place: string) => void
  readonly spent: PatternWork
}

/** Compiles a persona. Throws an Error that locates the first invalid value. */
export function preparePersona(persona: VoicePersona, place: string, { check, spent }: Preparation): Persona {
  const { speaker = 'representative', greeting = 'Hello, how can I help you?', otherwise, model, gives } = persona
  const { facts = {}, charts = [{}], consent } = persona
  assertSpeaker(speaker, `${place}.speaker`, ['patient'])
  const knowledge = prepareTalk(persona, { facts, charts }, `${place}.`)
  const listeners = new ListenerGroup(spent)
  const end: VoiceEnd | undefined = typeof gives === 'string' ? { say: gives } : gives
  check(end?.go_to, `${place}.gives.go_to`)
  const wanted = new Set(knowledge.wants.map(({ fact }) => fact))
  const own = [...new Set([facts, ...charts].flatMap((each) => Object.keys(each)))]
  assertInsertions(persona, end?.say, new Set([...own, ...wanted, 'wanted']), place)
  return {
    speaker,
    greeting,
    knowledge,
    attempts: persona.attempts ?? defaultAttempts,
    reach: {
      ...(persona.available && { available: persona.available }),
      ...(persona.voice_mail !== undefined && { voice_mail: persona.voice_mail }),
      ...(persona.calls_back && { calls_back: persona.calls_back }),
    },
    gives: end,
    willing: persona.willing ?? true,
    unwillingSay: persona.unwilling_say,
    topics: chartTopics(own, { wanted, consent }, listeners),
    consentSay: persona.consent_say,
    languages: persona.languages,
    languageSay: persona.language_say,
    otherwise,
    instructions: model?.instructions,
    rules: prepareRules(persona, place, { knowledge, listeners, check }),
  }
}

/** Throws an Error if a text inserts a fact that the persona does not have. */
function assertInsertions(
  { otherwise, rules = [], calls_back }: VoicePersona,
  gives: string | undefined,
  known: ReadonlySet<string>,
  place: string,
): void {
  const texts: readonly (readonly [string, string | undefined])[] = [
    ['gives', gives],
    ['otherwise', otherwise],
    ['calls_back.say', calls_back?.say],
    ...rules.map(({ say }, index) => [`rules[${index}].say`, say] as const),
  ]
  for (const [member, text] of texts) {
    const stray = factsIn(text ?? '').find((fact) => !known.has(fact))
    if (stray === undefined) continue
    throw new Error(
      `${place}.${member}: expected facts of the persona between {{ and }} (${[...known].join(', ')}), got ${stray}.`,
    )
  }
}

function prepareRules(
  { rules = [] }: VoicePersona,
  place: string,
  { check, ...known }: PersonaContext & Pick<Preparation, 'check'>,
): PersonaRule[] {
  const names = new Set(rules.flatMap(({ name }) => name ?? []))
  return rules.map((rule, index) => {
    const { name, after = [], say, times = Number.POSITIVE_INFINITY, go_to } = rule
    const at = `${place}.rules[${index}]`
    const missing = after.find((candidate) => !names.has(candidate))
    if (missing !== undefined) throw new Error(`${at}.after: expected the name of a rule, got ${missing}.`)
    check(go_to, `${at}.go_to`)
    return { ...prepareCondition(rule, known, at, 'persona'), name, after, say, times, goTo: go_to }
  })
}
