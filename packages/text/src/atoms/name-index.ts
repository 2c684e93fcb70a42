import { compileSpokenName } from '../spoken/spoken-name.js'
import { readTokens, type Token } from '../tokens/token.js'
import type { Atom, AtomValue, PersonName } from './atom.js'

const titles = new Set('dr doctor mr mrs ms miss mx nurse prof professor'.split(' '))

/** Titles that are written with a period. After any other title, a period ends the sentence: `Good morning, doctor.` */
const abbreviated = new Set('dr mr mrs ms mx prof'.split(' '))

/** Reads the name of a person for comparison: `Dr. Ada M. Sample`, `Sample, Ada`, or a family name alone. */
export function readPersonName(text: string): PersonName | undefined {
  const name = compileSpokenName(text)
  if (name !== undefined) return { given: name.given, family: name.family.at(-1) ?? '' }
  const [word, ...more] = splitWords(text).filter((one) => !titles.has(one))
  return word === undefined || more.length > 0 ? undefined : { family: word }
}

function splitWords(text: string): readonly string[] {
  return readTokens(text).flatMap(({ kind, text: word }) => (kind === 'word' ? [word] : []))
}

/**
 * Whether a name in a text can refer to a known person: the family names are equal, and so are the first names if both
 * are known.
 */
export function isSamePerson(said: PersonName, known: PersonName): boolean {
  return (
    said.family === known.family &&
    (said.given === undefined || known.given === undefined || said.given === known.given)
  )
}

/** Maximum number of tokens after the first word of a titled name that may belong to the name. */
const maxTitledWords = 4

/** The people and organizations of a world, found by the words of their names. */
export class NameIndex {
  readonly #families = new Map<string, Set<string>>()
  /** The organizations by the first word of the name. */
  readonly #organizations = new Map<string, { readonly words: readonly string[]; readonly name: string }[]>()

  /** Adds a person with a first and a last name; ignores any other text. */
  addPerson(text: string): void {
    const name = readPersonName(text)
    if (name?.given === undefined) return
    const given = this.#families.get(name.family)
    if (given === undefined) this.#families.set(name.family, new Set([name.given]))
    else given.add(name.given)
  }

  /** Adds an organization with a name of at least two words; ignores any other. */
  addOrganization(name: string): void {
    const words = splitWords(name)
    const [first, second] = words
    if (first === undefined || second === undefined) return
    const known = this.#organizations.get(first) ?? []
    if (known.some((one) => one.name === name)) return
    this.#organizations.set(
      first,
      [...known, { words, name }].sort((a, b) => b.words.length - a.words.length),
    )
  }

  /** Returns the organizations that a text names, either in full or by the first two words of the name. */
  organizationsIn(text: string): readonly string[] {
    const tokens = readTokens(text)
    const found: string[] = []
    for (let at = 0; at < tokens.length; at++) {
      const whole = this.#readOrganization(tokens, at)
      const value = whole?.readings[0]?.value
      if (whole !== undefined && value?.is === 'organization') {
        found.push(value.name)
        at = whole.end - 1
      } else {
        const named = this.#organizations.get(tokens[at]?.text ?? '') ?? []
        found.push(...named.flatMap(({ words, name }) => (words[1] === tokens[at + 1]?.text ? [name] : [])))
      }
    }
    return found
  }

  /**
   * Returns the name that begins at a token: `Ada M. Sample`, `Sample, Ada`, `Dr. Sample`, the name of an organization,
   * or an introduction such as `I am the patient`.
   */
  read(tokens: readonly Token[], start: number): Atom | undefined {
    const token = tokens[start]
    if (token?.kind !== 'word') return undefined
    return (
      readSpeaker(tokens, start) ??
      this.#readTitled(tokens, start) ??
      this.#readPerson(tokens, start) ??
      this.#readOrganization(tokens, start)
    )
  }

  /** Reads a name after a title. Any name counts, even one that nobody in the environment has. */
  #readTitled(tokens: readonly Token[], start: number): Atom | undefined {
    const title = tokens[start]?.text ?? ''
    if (!titles.has(title)) return undefined
    const from = tokens[start + 1]?.text === '.' && abbreviated.has(title) ? start + 2 : start + 1
    if (!isName(tokens[from])) return undefined
    const person = this.#readPerson(tokens, from)
    if (person !== undefined) return { ...person, start }
    // In an all-caps text, the words after the name look like part of it.
    const readings: { value: AtomValue; certain: boolean }[] = []
    const given = tokens[from]?.text ?? ''
    let end = from
    for (let at = from; at <= from + maxTitledWords; at++) {
      const word = tokens[at]
      if (word?.kind === 'mark' && /^[.-]$/.test(word.text) && (word.text === '-' || tokens[at - 1]?.raw.length === 1))
        continue
      if (!isName(word)) break
      end = at + 1
      const family = word?.text ?? ''
      readings.push({ value: { is: 'person', name: at === from ? { family } : { given, family } }, certain: true })
    }
    return { kind: 'name', start, end, readings }
  }

  #readPerson(tokens: readonly Token[], start: number): Atom | undefined {
    const first = tokens[start]?.text ?? ''
    if (
      this.#families.has(first) &&
      tokens[start + 1]?.text === ',' &&
      this.#families.get(first)?.has(tokens[start + 2]?.text ?? '') === true
    )
      return makeAtom(start, start + 3, { is: 'person', name: { given: tokens[start + 2]?.text ?? '', family: first } })
    for (let at = start + 1, middles = 0; at <= start + 4; at++) {
      const { kind, text = '', raw } = tokens[at] ?? {}
      if (kind === 'mark' && /^[.-]$/.test(text)) continue
      if (kind !== 'word') return undefined
      if (this.#families.get(text)?.has(first) === true)
        return makeAtom(start, at + 1, { is: 'person', name: { given: first, family: text } })
      if (raw === text || ++middles > 2) return undefined
    }
    return undefined
  }

  #readOrganization(tokens: readonly Token[], start: number): Atom | undefined {
    for (const { words, name } of this.#organizations.get(tokens[start]?.text ?? '') ?? []) {
      let at = start
      let matched = 0
      for (; matched < words.length && at < tokens.length; at++) {
        const { kind, text } = tokens[at] as Token
        if (kind === 'mark' && /^[-.,&']$/.test(text)) continue
        if (text !== words[matched]) break
        matched++
      }
      if (matched === words.length) return makeAtom(start, at, { is: 'organization', name })
    }
    return undefined
  }
}

/** Phrases with which speakers introduce themselves. */
const introductions = ['i am', 'im', 'speaking as', 'calling as', 'you are speaking with', 'youre speaking with'].map(
  (words) => words.split(' '),
)

/** Nouns for the person a text is about: `the patient`, but not `the patient access office`. */
const persons = new Set('patient member subscriber insured policyholder enrollee beneficiary'.split(' '))

/** Words that may follow such a noun; before any other word, the noun is only part of a longer name. */
const following = /^(?:and|but|here|myself|so|with|who|calling|speaking|on|in|to)$/

/** Reads an introduction such as `I am the patient`, in which speakers claim to be the person the text is about. */
function readSpeaker(tokens: readonly Token[], start: number): Atom | undefined {
  const said = (at: number): string => tokens[at]?.text ?? ''
  const introduction = introductions.find((words) => words.every((word, index) => said(start + index) === word))
  if (introduction === undefined) return undefined
  const article = start + introduction.length
  const at = /^(?:the|a|your)$/.test(said(article)) ? article + 1 : article
  if (!persons.has(said(at))) return undefined
  const next = tokens[at + 1]
  if (next?.kind === 'word' && !following.test(next.text)) return undefined
  return makeAtom(start, at + 1, { is: 'person', name: { family: said(at) } })
}

function makeAtom(start: number, end: number, value: AtomValue): Atom {
  return { kind: 'name', start, end, readings: [{ value, certain: true }] }
}

function isName(token: Token | undefined): boolean {
  return token?.kind === 'word' && token.raw !== token.text
}
