import type { Listener, ListenerGroup, When } from '../listening.js'
import type { FactsConfig, WantedConfig } from './config.js'
import { type Knowledge, prepareKnowledge, toChart } from './knowledge.js'
import { assertReach, type Reach } from './reach.js'

/** The facts to which the conditions of a persona refer. */
export interface PersonaContext {
  readonly knowledge: Knowledge
  readonly listeners: ListenerGroup
}

/** A condition on the text of a turn, and on stated and missing facts. */
export interface Condition {
  /** Tests the text; undefined if any text matches. */
  readonly listens: Listener | undefined
  readonly known: readonly string[]
  readonly wanted: readonly string[]
}

/** The members of a persona or patient on what callers have to state and may ask. */
export interface TalkConfig extends Reach {
  readonly wants?: readonly WantedConfig[]
  readonly gives?: unknown
  readonly consent?: readonly string[]
}

/**
 * Compiles the facts that a persona wants and knows. Throws an Error that locates the first invalid value; `place`
 * locates the configuration of the persona, and is empty or ends with a dot. `hasRecord`: a record may have facts that
 * `facts` lack.
 */
export function prepareTalk(
  config: TalkConfig,
  { facts, charts = [{}] }: { readonly facts: FactsConfig; readonly charts?: readonly FactsConfig[] },
  place: string,
  hasRecord = false,
): Knowledge {
  const { wants = [], gives, consent } = config
  const all = charts.map((chart) => toChart(facts, chart))
  const knowledge = prepareKnowledge(wants, all, place, hasRecord)
  assertReach(config, place)
  if (gives !== undefined && wants.length === 0) {
    throw new Error(`${place}gives: expected "wants" beside it, the facts that the caller has to state first.`)
  }
  const own = new Set([facts, ...charts].flatMap((each) => Object.keys(each)))
  const unknown = hasRecord ? undefined : consent?.find((fact) => !own.has(fact))
  if (unknown !== undefined) {
    const listed = [...own].join(', ') || 'none'
    throw new Error(`${place}consent: expected names of its facts (${listed}), got ${unknown}.`)
  }
  return knowledge
}

/**
 * Compiles the condition of a rule or reply. Throws an Error that names a fact that is not wanted, or an invalid
 * pattern.
 */
export function prepareCondition(
  config: { readonly when?: When; readonly known?: readonly string[]; readonly wanted?: readonly string[] },
  { knowledge: { wants }, listeners }: PersonaContext,
  place: string,
  who: 'persona' | 'patient',
): Condition {
  const { when, known = [], wanted = [] } = config
  const names = new Set(wants.map(({ fact }) => fact))
  for (const [member, facts] of Object.entries({ known, wanted })) {
    const other = facts.find((fact) => !names.has(fact))
    if (other === undefined) continue
    const listed = [...names].join(', ') || 'none'
    throw new Error(`${place}.${member}: expected facts that the ${who} wants (${listed}), got ${other}.`)
  }
  return { listens: when === undefined ? undefined : listeners.compile(when, `${place}.when`), known, wanted }
}
