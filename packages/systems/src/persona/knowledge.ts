import { compileTold, SpokenText, type Told, type ToldFact, type ToldListener } from '@carebench/text'
import { spellingsOf, type WantedConfig } from './config.js'

/** A fact that callers have to tell. */
export interface Wanted {
  readonly fact: string
  /** What the persona calls it; undefined for the usual words. */
  readonly ask: string | undefined
  /** Hears it if only the caller knows it; undefined if the persona knows it. */
  readonly hears: ToldListener | undefined
  /** Whether it is any date. */
  readonly isOpenDate: boolean
}

/** The spellings of a fact, the one that is said first; empty if it is not known. */
export type Chart = (fact: string) => readonly string[]

/** What a persona wants to be told, and what it knows: one chart, or one for each person. */
export interface Knowledge {
  readonly wants: readonly Wanted[]
  readonly charts: readonly Chart[]
}

/** What a persona remembers of a conversation. */
export type PersonaMemory = {
  /** The values that were told of each wanted fact. */
  readonly told: Readonly<Record<string, readonly string[]>>
  /** Turns in which something was wrong. */
  readonly wrong: number
  /** Whether the persona has given what it gives for the facts that it wants. */
  readonly gave: boolean
  /** The end of what was last said to it, for a fact that is told in two turns. */
  readonly last: string
  /** The number of the chart that the conversation is about, once it is known. */
  readonly chart?: number
}

export const emptyMemory: PersonaMemory = { told: {}, wrong: 0, gave: false, last: '' }

/** What a turn tells a persona. */
export interface Heard {
  readonly memory: PersonaMemory
  /** The facts that this turn told first. */
  readonly isNew: boolean
  /** The facts in whose place the turn told something else. */
  readonly wrong: readonly Wanted[]
  /** What has not been told yet. */
  readonly wanted: readonly Wanted[]
  /** The chart to which everything told applies; undefined while something is wanted, or if there is none. */
  readonly chart: Chart | undefined
}

const longestLast = 300

/** Prepares wanted facts. Throws an Error that names the place of one that nobody could tell. */
export function wantedOf(wants: readonly WantedConfig[], place: string): readonly Wanted[] {
  const names = new Set<string>()
  return wants.map((wanted, index) => {
    const { fact, like, any, ask } = typeof wanted === 'string' ? { fact: wanted } : wanted
    const at = `${place}[${index}]`
    if (names.has(fact)) throw new Error(`${at}: expected each fact once, got ${fact} a second time.`)
    if (like !== undefined && any !== undefined) throw new Error(`${at}: expected "like" or "any", got both.`)
    names.add(fact)
    const hears = like === undefined && any === undefined ? undefined : openListener(like, any, at)
    return { fact, ask, hears, isOpenDate: any === 'date' || any === 'birth_date' }
  })
}

function openListener(like: string | undefined, any: string | undefined, place: string): ToldListener {
  const fact: ToldFact =
    like !== undefined ? { like } : any === 'phone' ? { phone: null } : { date: null, year: any === 'birth_date' }
  const listener = compileTold(fact)
  if (listener === undefined) throw new Error(`${place}.like: expected a pattern such as PA########, got ${like}.`)
  return listener
}

/** Checks that each wanted fact is known or can be told. Throws an Error that names the one that is neither. */
export function assertKnown({ wants, charts }: Knowledge, place: string): void {
  for (const [index, { fact, hears }] of wants.entries()) {
    for (const chart of hears === undefined ? charts : []) {
      const at = `${place}.wants[${index}]`
      const spellings = chart(fact)
      if (spellings.length === 0) {
        throw new Error(`${at}: expected the name of a fact in "facts", or {fact, like} or {fact, any}, got ${fact}.`)
      }
      if (listenersFor(fact, spellings).length === 0) {
        throw new Error(
          `${place}.facts.${fact}: expected a text with a letter or a digit, got ${JSON.stringify(spellings[0])}.`,
        )
      }
    }
  }
}

/** What a persona learns from a turn. What is told stays told; the order of telling does not matter. */
export function listen(knowledge: Knowledge, before: PersonaMemory, text: string): Heard {
  const spoken = new SpokenText(text)
  const joined = before.last === '' ? undefined : new SpokenText(`${before.last} ${text}`)
  const told: Record<string, readonly string[]> = { ...before.told }
  const others: Wanted[] = []
  let isNew = false
  let isDateTold = false
  for (const wanted of knowledge.wants) {
    const known = told[wanted.fact] ?? []
    const { values, another } = hear(knowledge, wanted, spoken)
    const found =
      values.length > 0 || joined === undefined || known.length > 0 || another
        ? values
        : hear(knowledge, wanted, joined).values
    const added = found.filter((value) => !known.includes(value))
    if (found.length > 0 && isDate(knowledge, wanted)) isDateTold = true
    if (added.length > 0) {
      isNew = true
      told[wanted.fact] = wanted.hears === undefined ? [...known, ...added].sort() : added
    } else if (another && known.length === 0) others.push(wanted)
  }
  const missing = knowledge.wants.filter(({ fact }) => (told[fact] ?? []).length === 0)
  // The conversation stays with the first person who is identified.
  const identified =
    before.chart ??
    (missing.length > 0 ? -1 : knowledge.charts.findIndex((each) => applies(each, knowledge.wants, told)))
  const chart = knowledge.charts[identified]
  // A date that is another's is no mistake: of several wanted dates only the first can be wrong, if none was told.
  const dates = others.filter((wanted) => isDate(knowledge, wanted))
  const wrong = others.filter((wanted) => !dates.includes(wanted) || (!isDateTold && wanted === dates[0]))
  const isWrong = wrong.length > 0 || (missing.length === 0 && chart === undefined)
  const memory: PersonaMemory = {
    ...before,
    told,
    wrong: before.wrong + (isWrong ? 1 : 0),
    last: text.slice(-longestLast),
    ...(chart !== undefined && { chart: identified }),
  }
  return { memory, isNew, wrong, wanted: missing, chart }
}

function hear(
  { charts }: Knowledge,
  { fact, hears }: Wanted,
  spoken: SpokenText,
): { values: string[]; another: boolean } {
  if (hears !== undefined) {
    const { value, another } = hears(spoken)
    return { values: value === undefined ? [] : [value], another }
  }
  // Many charts may have the same payer.
  const spellings = new Map(charts.map((chart) => [chart(fact).join('\n'), chart(fact)]))
  const heard = [...spellings.values()].map((each) => hearSpellings(fact, each, spoken))
  const values = [...new Set(heard.flatMap(({ value }) => value ?? []))]
  return { values, another: values.length === 0 && heard.some(({ another }) => another) }
}

function hearSpellings(fact: string, spellings: readonly string[], spoken: SpokenText): Told {
  const heard = listenersFor(fact, spellings).map((listener) => listener(spoken))
  const isTold = heard.some(({ value }) => value !== undefined)
  return { value: isTold ? spellings[0] : undefined, another: !isTold && heard.some(({ another }) => another) }
}

function applies(chart: Chart, wants: readonly Wanted[], told: Readonly<Record<string, readonly string[]>>): boolean {
  return wants.every(({ fact, hears }) => hears !== undefined || (told[fact] ?? []).includes(chart(fact)[0] ?? ''))
}

const isoDate = /^\d{4}-\d\d-\d\d$/

function isDate({ charts }: Knowledge, { fact, isOpenDate }: Wanted): boolean {
  return isOpenDate || charts.some((chart) => isoDate.test(chart(fact)[0] ?? ''))
}

const isBirth = /(?:^|_)(?:dob|birth|born)/
const isPersonName = /(?:^|_)(?:name|patient|member|caller|subscriber)$/

/** Listens for the spellings of a fact: a date, a telephone number, a code, the name of a person, or words. */
function listenersFor(fact: string, spellings: readonly string[]): readonly ToldListener[] {
  return spellings.flatMap((text) => compileTold(toldFactOf(fact, text)) ?? compileTold({ words: [text] }) ?? [])
}

function toldFactOf(fact: string, text: string): ToldFact {
  if (isoDate.test(text)) return { date: text, year: isBirth.test(fact) }
  if (/^(?:\+?1[ .-]?)?\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}$/.test(text)) return { phone: text }
  if (/^(?:[A-Za-z]{1,6}[ -]?)?\d[\dA-Z -]*$/.test(text)) return { code: text }
  return isPersonName.test(fact) ? { name: text } : { words: [text] }
}

/** A chart of configured facts; those of the later take precedence. */
export function chartOf(...facts: readonly Readonly<Record<string, string | readonly string[]>>[]): Chart {
  const all = Object.assign({}, ...facts) as Readonly<Record<string, string | readonly string[]>>
  return (fact) => (Object.hasOwn(all, fact) ? spellingsOf(all[fact]) : [])
}
