import { r4Codes } from './r4-codes.js'

/** The codes that FHIR R4 allows for an element. */
export interface CodeList {
  /** The name of the value set: `administrative-gender`. */
  readonly name: string
  readonly codes: ReadonlySet<string>
  /** The codes by the URL of their system. */
  readonly systems: ReadonlyMap<string, ReadonlySet<string>>
}

const lists = new Map<string, CodeList>()

/** Returns a list of `r4Codes` by its name, parsed on first use and cached. */
export function findCodeList(name: string): CodeList {
  const known = lists.get(name)
  if (known !== undefined) return known
  const codes = new Set<string>()
  const systems = new Map<string, Set<string>>()
  let system: Set<string> | undefined
  for (const word of (r4Codes[name] ?? '').split(' ')) {
    if (word.startsWith('@')) {
      const other = findCodeList(word.slice(1))
      for (const code of other.codes) codes.add(code)
      for (const [url, known] of other.systems) systems.set(url, new Set(known))
    } else if (/^(?:~|http:|urn:)/.test(word)) {
      const url = word.startsWith('~') ? `http://hl7.org/fhir/${word.slice(1) || name}` : word
      system = systems.get(url) ?? new Set()
      systems.set(url, system)
    } else {
      codes.add(word)
      system?.add(word)
    }
  }
  const list = { name, codes, systems }
  lists.set(name, list)
  return list
}

/**
 * Returns the code list of a value set of a required binding in R4 by its URL, with or without a version; undefined for
 * any other URL.
 */
export function findValueSetList(url: string): CodeList | undefined {
  const name = /^http:\/\/(?:hl7\.org\/fhir|terminology\.hl7\.org)\/ValueSet\/([\w.-]+)(?:\|[\w.-]+)?$/.exec(url)?.[1]
  return name !== undefined && Object.hasOwn(r4Codes, name) ? findCodeList(name) : undefined
}
