import { compileStatedFact, SpokenText, type StatedFact, type StatedFactListener } from '@carebench/text'
import { listSpellings, type WantedConfig } from './config.js'

/** A fact that callers have to state. */
export interface Wanted {
  readonly fact: string
  /** The persona's name for it; undefined for the usual words. */
  readonly ask: string | undefined
  /** Whether only the caller knows it. */
  readonly isOpen: boolean
  /** The spoken form of a value; undefined: as it was heard. */
  readonly say?: (value: string) => string
  /** Whether it is a date. */
  readonly isDate: boolean
  /** Whether it is a number in the charts, so that another number of the same form is a false one. */
  readonly isCode: boolean
  readonly hear: FactListener
}

/** Returns which values of a fact an utterance states, and whether it states another value in their place. */
type FactListener = (spoken: SpokenText) => { readonly values: readonly string[]; readonly another: boolean }

/** Returns the spellings of a fact, the spoken one first; empty if the fact is unknown. */
export type Chart = (fact: string) => readonly string[]

/** The facts that a persona wants, and the facts that it knows: one chart, or one for each person. */
export interface Knowledge {
  readonly wants: readonly Wanted[]
  readonly charts: readonly Chart[]
}

/** A persona's memory of a conversation. */
export type PersonaMemory = {
  /** The values that were stated of each wanted fact. */
  readonly told: Readonly<Record<string, readonly string[]>>
  /** The number of turns with a mistake. */
  readonly wrong: number
  /** Whether the persona has given its text for the wanted facts. */
  readonly gave: boolean
  /** The end of the caller's last utterance, for a fact that is stated in two turns. */
  readonly last: string
  /** The number of the chart that the conversation is about, once it is known. */
  readonly chart?: number
}

export const emptyMemory: PersonaMemory = { told: {}, wrong: 0, gave: false, last: '' }

/** The information in a turn for a persona. */
export interface Heard {
  readonly memory: PersonaMemory
  /** Whether this turn stated a fact, or another value of one, for the first time. */
  readonly isNew: boolean
  /** Whether it stated another value in place of one that only the caller knows. */
  readonly isCorrected: boolean
  /** The facts for which the turn stated another value. */
  readonly wrong: readonly Wanted[]
  /** The facts that have not been stated yet. */
  readonly wanted: readonly Wanted[]
  /** The chart that fits all stated facts; undefined while facts are wanted, or if there is none. */
  readonly chart: Chart | undefined
}

const maxLastLength = 300

/** Maximum number of spellings of wanted facts in all charts: each is searched in each turn. */
const maxSpellings = 1000

/** Maximum number of forms of telephone numbers and other numbers among them, such as `PA########`. */
const maxForms = 50

/**
 * Prepares the facts that a persona wants, once for all turns. Throws an Error that names a fact that no utterance
 * could state; `place` is where the persona is configured, with a point at its end or empty. Facts that a record may
 * still have (`hasRecord`) may be missing from the charts; they are heard after {@link withRecord}.
 */
export function prepareKnowledge(
  wants: readonly WantedConfig[],
  charts: readonly Chart[],
  place: string,
  hasRecord = false,
): Knowledge {
  const names = new Set<string>()
  const count = { spellings: 0, forms: new Set<string>() }
  const prepared = wants.map((wanted, index): Wanted => {
    const { fact, like, any, ask } = typeof wanted === 'string' ? { fact: wanted } : wanted
    const at = `${place}wants[${index}]`
    if (names.has(fact)) throw new Error(`${at}: expected each fact once, got ${fact} a second time.`)
    if (like !== undefined && any !== undefined) throw new Error(`${at}: expected "like" or "any", got both.`)
    names.add(fact)
    if (like !== undefined || any !== undefined) {
      const listen = openListener(like, any, at)
      const hear: FactListener = (spoken) => {
        const { value, another } = listen(spoken)
        return { values: value === undefined ? [] : [value], another }
      }
      if (like !== undefined) count.forms.add(toForm(like))
      return {
        fact,
        ask,
        isOpen: true,
        ...(any === 'phone' && { say: sayPhoneNumber }),
        isDate: any === 'date' || any === 'birth_date',
        isCode: false,
        hear,
      }
    }
    const known = charts.map((chart) => chart(fact))
    if (!hasRecord && known.some((spellings) => spellings.length === 0)) {
      throw new Error(`${at}: expected the name of a fact in "facts", or {fact, like} or {fact, any}, got ${fact}.`)
    }
    for (const spellings of known) {
      if (spellings.length === 0 || spellings.some((text) => listenerFor(fact, text) !== undefined)) continue
      const got = JSON.stringify(spellings[0])
      throw new Error(`${place}facts.${fact}: expected a text with a letter or a digit, got ${got}.`)
    }
    for (const text of pickDifferent(known).flat()) {
      count.spellings++
      if ('code' in readStatedFact(fact, text)) count.forms.add(toForm(text))
    }
    return knownFact(fact, ask, known)
  })
  if (count.spellings > maxSpellings || count.forms.size > maxForms) {
    throw new Error(
      `${place}wants: expected facts with at most ${maxSpellings} spellings in all charts and ${maxForms} forms of ` +
        `numbers, got ${count.spellings} and ${count.forms.size}.`,
    )
  }
  return { wants: prepared, charts }
}

/** Returns a telephone number as people write it: `555-010-0100`; others digit by digit. */
function sayPhoneNumber(digits: string): string {
  const [, area, exchange, line] = /^1?(\d{3})(\d{3})(\d{4})$/.exec(digits) ?? []
  return line === undefined ? digits : `${area}-${exchange}-${line}`
}

function openListener(like: string | undefined, any: string | undefined, place: string): StatedFactListener {
  const fact: StatedFact =
    like !== undefined ? { like } : any === 'phone' ? { phone: null } : { date: null, year: any === 'birth_date' }
  const listener = compileStatedFact(fact)
  if (listener === undefined) throw new Error(`${place}.like: expected a pattern such as PA########, got ${like}.`)
  return listener
}

/** Returns a wanted fact of which each chart has its spellings. */
function knownFact(fact: string, ask: string | undefined, charts: readonly (readonly string[])[]): Wanted {
  const listeners = pickDifferent(charts).map((spellings) => listenerForAll(fact, spellings))
  const isDate = charts.some(([said = '']) => isoDate.test(said))
  return {
    fact,
    ask,
    isOpen: false,
    isDate,
    isCode: charts.some(([said = '']) => said !== '' && 'code' in readStatedFact(fact, said)),
    hear: (spoken) => {
      const heard = listeners.map((listen) => listen(spoken))
      const values = [...new Set(heard.flatMap(({ value }) => value ?? []))]
      return { values, another: values.length === 0 && heard.some(({ another }) => another) }
    },
  }
}

/** Returns the spellings of each chart, once: many charts may have the same payer. */
function pickDifferent(charts: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(charts.map((spellings) => [spellings.join('\n'), spellings])).values()]
}

function toForm(code: string): string {
  return code
    .toUpperCase()
    .replaceAll(/[^A-Z0-9#@]/g, '')
    .replaceAll(/[A-Z]/g, '@')
    .replaceAll(/[0-9]/g, '#')
}

/** Adds values from a record for the facts that no chart has. */
export function withRecord({ wants, charts }: Knowledge, recorded: (fact: string) => string | undefined): Knowledge {
  const complete = charts.map((chart): Chart => {
    return (fact) => {
      const spellings = chart(fact)
      const found = spellings.length > 0 ? undefined : recorded(fact)
      return found === undefined ? spellings : [found]
    }
  })
  return {
    charts: complete,
    wants: wants.map((wanted) => {
      const { fact, ask, isOpen } = wanted
      const isMissing = !isOpen && charts.some((chart) => chart(fact).length === 0)
      return isMissing
        ? knownFact(
            fact,
            ask,
            complete.map((chart) => chart(fact)),
          )
        : wanted
    }),
  }
}

/** Returns the values that were stated of a fact; a fact may be called `constructor`. */
export function readStatedValues(told: PersonaMemory['told'], fact: string): readonly string[] {
  return Object.hasOwn(told, fact) ? (told[fact] ?? []) : []
}

/** Returns the information that a persona learns from a turn. Statements are kept; their order does not matter. */
export function listen(knowledge: Knowledge, before: PersonaMemory, text: string): Heard {
  const spoken = new SpokenText(text)
  const joined = before.last === '' ? undefined : new SpokenText(`${before.last} ${text}`)
  const told: Record<string, readonly string[]> = { ...before.told }
  const others: Wanted[] = []
  const contradicted: Wanted[] = []
  let isNew = false
  let isCorrected = false
  let isDateStated = false
  for (const wanted of knowledge.wants) {
    const known = readStatedValues(told, wanted.fact)
    const { values, another } = wanted.hear(spoken)
    const found =
      values.length > 0 || joined === undefined || known.length > 0 || another ? values : wanted.hear(joined).values
    const added = found.filter((value) => !known.includes(value))
    if (found.length > 0 && wanted.isDate) isDateStated = true
    if (added.length > 0) {
      isNew = true
      isCorrected ||= wanted.isOpen && known.length > 0
      told[wanted.fact] = wanted.isOpen ? added : [...known, ...added].sort()
    } else if (another && known.length === 0) others.push(wanted)
    else if (another && wanted.isCode && found.length === 0) contradicted.push(wanted)
  }
  const missing = knowledge.wants.filter(({ fact }) => readStatedValues(told, fact).length === 0)
  // The conversation stays with the first person who is identified.
  const identified =
    before.chart ??
    (missing.length > 0 ? -1 : knowledge.charts.findIndex((each) => applies(each, knowledge.wants, told)))
  const chart = knowledge.charts[identified]
  // A date that fits another fact is no mistake: of several wanted dates, only the first can be wrong, if none was
  // stated.
  const dates = others.filter(({ isDate }) => isDate)
  const wrong = others.filter((wanted) => !dates.includes(wanted) || (!isDateStated && wanted === dates[0]))
  const isWrong = wrong.length > 0 || (missing.length === 0 && chart === undefined)
  const memory: PersonaMemory = {
    ...before,
    told,
    wrong: before.wrong + (isWrong ? 1 : 0),
    last: text.slice(-maxLastLength),
    ...(chart !== undefined && { chart: identified }),
  }
  // A fact that was right stays known: a later wrong number is called wrong, but does not count as an attempt.
  return { memory, isNew, isCorrected, wrong: [...wrong, ...contradicted], wanted: missing, chart }
}

function applies(chart: Chart, wants: readonly Wanted[], told: Readonly<Record<string, readonly string[]>>): boolean {
  return wants.every(({ fact, isOpen }) => isOpen || readStatedValues(told, fact).includes(chart(fact)[0] ?? ''))
}

const isoDate = /^\d{4}-\d\d-\d\d$/

const isBirth = /(?:^|_)(?:dob|birth|born)/
const isPersonName = /(?:^|_)(?:name|patient|member|caller|subscriber)$/

/** Listens for the spellings of a fact, and gives the first. */
function listenerForAll(fact: string, spellings: readonly string[]): StatedFactListener {
  const listeners = spellings.flatMap((text) => listenerFor(fact, text) ?? [])
  return (spoken) => {
    const heard = listeners.map((listen) => listen(spoken))
    const isStated = heard.some(({ value }) => value !== undefined)
    return { value: isStated ? spellings[0] : undefined, another: !isStated && heard.some(({ another }) => another) }
  }
}

/** Listens for a date, a telephone number, a code, the name of a person, or words. */
function listenerFor(fact: string, text: string): StatedFactListener | undefined {
  return compileStatedFact(readStatedFact(fact, text)) ?? compileStatedFact({ words: [text] })
}

function readStatedFact(fact: string, text: string): StatedFact {
  if (isoDate.test(text)) return { date: text, year: isBirth.test(fact) }
  if (/^(?:\+?1[ .-]?)?\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}$/.test(text)) return { phone: text }
  if (/^(?:[A-Za-z]{1,6}[ -]?)?\d[\dA-Z -]*$/.test(text)) return { code: text }
  return isPersonName.test(fact) ? { name: text } : { words: [text] }
}

/** Returns a chart of configured facts; those of the later take precedence. */
export function toChart(...facts: readonly Readonly<Record<string, string | readonly string[]>>[]): Chart {
  const all = Object.assign({}, ...facts) as Readonly<Record<string, string | readonly string[]>>
  return (fact) => (Object.hasOwn(all, fact) ? listSpellings(all[fact]) : [])
}
