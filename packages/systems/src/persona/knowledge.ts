import { compileStatedFact, SpokenText, type StatedFact, type StatedFactListener } from '@carebench/text'
import { listSpellings, type WantedConfig } from './config.js'

/** A fact that callers have to state. */
export interface Wanted {
  readonly fact: string
  /** How the persona asks for it; undefined for the standard words. */
  readonly ask: string | undefined
  /** Whether only the caller knows it. */
  readonly isOpen: boolean
  /** Returns the spoken form of a value. Default: as heard. */
  readonly say?: (value: string) => string
  /** Whether the fact is a date. */
  readonly isDate: boolean
  /** Whether it is a code in the charts, so that another code of the same form is a wrong value. */
  readonly isCode: boolean
  readonly hear: FactListener
}

/** Returns the values of a fact that an utterance states, and whether it states another value. */
type FactListener = (spoken: SpokenText) => { readonly values: readonly string[]; readonly another: boolean }

/** Returns the spellings of a fact, the spoken one first; empty if the fact is unknown. */
export type Chart = (fact: string) => readonly string[]

/** The facts that a persona wants, and the facts that it knows: one chart, or one for each person. */
export interface Knowledge {
  readonly wants: readonly Wanted[]
  readonly charts: readonly Chart[]
}

/** What a persona remembers of a conversation. */
export type PersonaMemory = {
  /** The stated values of each wanted fact. */
  readonly told: Readonly<Record<string, readonly string[]>>
  /** The number of turns with a mistake. */
  readonly wrong: number
  /** Whether the persona has said its text for the wanted facts. */
  readonly gave: boolean
  /** The end of the caller's last utterance, for a fact that is stated in two turns. */
  readonly last: string
  /** The number of the chart that the conversation is about, once it is known. */
  readonly chart?: number
}

export const emptyMemory: PersonaMemory = { told: {}, wrong: 0, gave: false, last: '' }

/** What a persona learns from a turn. */
export interface Heard {
  readonly memory: PersonaMemory
  /** Whether the turn stated a value of a wanted fact for the first time. */
  readonly isNew: boolean
  /** Whether the turn changed the value of a fact that only the caller knows. */
  readonly isCorrected: boolean
  /** The facts for which the turn stated a wrong value. */
  readonly wrong: readonly Wanted[]
  /** The facts that have not been stated yet. */
  readonly wanted: readonly Wanted[]
  /** The chart that fits all stated facts; undefined while facts are wanted, or if there is none. */
  readonly chart: Chart | undefined
}

const maxLastLength = 300

/** Maximum number of spellings of wanted facts in all charts, because each turn is searched for all of them. */
const maxSpellings = 1000

/** Maximum number of different forms of codes and telephone numbers among them, such as `PA########`. */
const maxForms = 50

/**
 * Compiles the facts that a persona wants. Throws an Error that names a fact that no utterance can state; `place`
 * locates the configuration of the persona, and is empty or ends with a dot. With `hasRecord`, facts may be missing
 * from the charts; {@link withRecord} adds them later.
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

/** Returns a telephone number as people write it, `555-010-0100`; other numbers unchanged. */
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

/** Returns a wanted fact that the charts contain; `charts` has its spellings in each. */
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

/** Returns the spellings without duplicates, because many charts may have the same value. */
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

/** Returns the knowledge with values from a record for facts that a chart lacks. */
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

/** Returns the stated values of a fact, whose name may even be `constructor`. */
export function readStatedValues(told: PersonaMemory['told'], fact: string): readonly string[] {
  return Object.hasOwn(told, fact) ? (told[fact] ?? []) : []
}

/** Returns what a persona learns from a turn. Statements accumulate over the turns, in any order. */
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
  // The first identified person stays the subject of the conversation.
  const identified =
    before.chart ??
    (missing.length > 0 ? -1 : knowledge.charts.findIndex((each) => applies(each, knowledge.wants, told)))
  const chart = knowledge.charts[identified]
  // A date that matches another fact is not wrong: of several wanted dates, only the first can be, if none is stated.
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
  // A fact once stated correctly stays known: a later wrong value is reported as wrong, but does not count as an
  // attempt.
  return { memory, isNew, isCorrected, wrong: [...wrong, ...contradicted], wanted: missing, chart }
}

function applies(chart: Chart, wants: readonly Wanted[], told: Readonly<Record<string, readonly string[]>>): boolean {
  return wants.every(({ fact, isOpen }) => isOpen || readStatedValues(told, fact).includes(chart(fact)[0] ?? ''))
}

const isoDate = /^\d{4}-\d\d-\d\d$/

const isBirth = /(?:^|_)(?:dob|birth|born)/
const isPersonName = /(?:^|_)(?:name|patient|member|caller|subscriber)$/

/** Returns a listener for any spelling of a fact, whose value is the first spelling. */
function listenerForAll(fact: string, spellings: readonly string[]): StatedFactListener {
  const listeners = spellings.flatMap((text) => listenerFor(fact, text) ?? [])
  return (spoken) => {
    const heard = listeners.map((listen) => listen(spoken))
    const isStated = heard.some(({ value }) => value !== undefined)
    return { value: isStated ? spellings[0] : undefined, another: !isStated && heard.some(({ another }) => another) }
  }
}

/**
 * Returns a listener for a value, by its format: a date, a telephone number, a code, the name of a person, or words.
 */
function listenerFor(fact: string, text: string): StatedFactListener | undefined {
  return compileStatedFact(readStatedFact(fact, text)) ?? compileStatedFact({ words: [text] })
}

function readStatedFact(fact: string, text: string): StatedFact {
  if (isoDate.test(text)) return { date: text, year: isBirth.test(fact) }
  if (/^(?:\+?1[ .-]?)?\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}$/.test(text)) return { phone: text }
  if (/^(?:[A-Za-z]{1,6}[ -]?)?\d[\dA-Z -]*$/.test(text)) return { code: text }
  return isPersonName.test(fact) ? { name: text } : { words: [text] }
}

/** Returns a chart of configured facts; later arguments take precedence. */
export function toChart(...facts: readonly Readonly<Record<string, string | readonly string[]>>[]): Chart {
  const all = Object.assign({}, ...facts) as Readonly<Record<string, string | readonly string[]>>
  return (fact) => (Object.hasOwn(all, fact) ? listSpellings(all[fact]) : [])
}
