import { r4Codes } from './r4-codes.js'

/** The codes that FHIR R4 allows for an element. */
export interface CodeList {
  /** The name of the value set: `administrative-gender`. */
  readonly name: string
  readonly codes: ReadonlySet<string>
  /** The codes by the URL of their system; empty if the element is a plain code. */
  readonly systems: ReadonlyMap<string, ReadonlySet<string>>
}

const lists = new Map<string, CodeList>()

/** The list with a name in `r4Codes`, parsed on first use and cached. */
export function codeListOf(name: string): CodeList {
  const known = lists.get(name)
  if (known !== undefined) return known
  const codes = new Set<string>()
  const systems = new Map<string, Set<string>>()
  let system: Set<string> | undefined
  for (const word of (r4Codes[name] ?? '').split(' ')) {
    if (word.startsWith('@')) {
      for (const code of codeListOf(word.slice(1)).codes) codes.add(code)
    } else if (word.startsWith('http://')) {
      system = new Set()
      systems.set(word, system)
    } else {
      codes.add(word)
      system?.add(word)
    }
  }
  const list = { name, codes, systems }
  lists.set(name, list)
  return list
}
