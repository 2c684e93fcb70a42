import { type CodeList, findCodeList } from './code-list.js'
import { findPrimitive, type PrimitiveRule } from './primitive-rules.js'
import { r4AnyType, r4Structures } from './r4-structures.js'

/** The definition of one member of a JSON object in FHIR R4. */
export interface ElementRule {
  /** Its name in JSON: `birthDate`, `valueQuantity`. */
  readonly name: string
  /** As a step of FHIRPath: `.birthDate`, `.value.ofType(Quantity)`. */
  readonly step: string
  /** The choice element, `value[x]`, if this is one of its types; else undefined. */
  readonly choice: string | undefined
  readonly list: boolean
  /** `Quantity`, `string`, `Observation.component`, or `Resource` for a resource of any type. */
  readonly type: string
  /** Undefined if it is not a primitive. */
  readonly primitive: PrimitiveRule | undefined
  /** The resource types that a reference may have as its target; undefined if any. */
  readonly targets: readonly string[] | undefined
  /** The allowed codes; undefined if any. */
  readonly codes: CodeList | undefined
}

/** The definitions of the members of one type of JSON object in FHIR R4. */
export interface StructureRule {
  readonly name: string
  readonly elements: ReadonlyMap<string, ElementRule>
  /** The mandatory elements: the FHIR name of each, and its JSON names, one of which must be present. */
  readonly required: readonly { readonly element: string; readonly step: string; readonly names: readonly string[] }[]
}

const basePattern = /^(?:BackboneElement|Element|DomainResource|Resource)(?: |$)/
const compiled = new Map<string, StructureRule>()

/**
 * Returns the FHIR R4 definition of a resource type, a data type or a backbone element by its path, `Patient.contact`;
 * undefined for an unknown type. Compiled on first use and cached.
 */
export function findStructure(type: string): StructureRule | undefined {
  const known = compiled.get(type)
  if (known !== undefined) return known
  const [root = ''] = type.split('.')
  if (!Object.hasOwn(r4Structures, root)) return undefined
  compileType(root, r4Structures[root] ?? '')
  return compiled.get(type)
}

function compileType(name: string, text: string): void {
  new StructureReader(name, text).readStructure(name, '', readInherited(text))
}

/** Returns the text of the elements that a type inherits; its own text begins with the name of its base type. */
function readInherited(text: string): string {
  const base = basePattern.exec(text)?.[0].trimEnd()
  if (base === undefined) return ''
  const baseText = r4Structures[base] ?? ''
  return `${readInherited(baseText)} ${baseText.replace(basePattern, '')}`
}

/** Parses the text of a type, in the format of r4-structures.ts. */
class StructureReader {
  readonly #root: string
  readonly #text: string
  #place: number

  constructor(root: string, text: string) {
    this.#root = root
    this.#text = text
    this.#place = basePattern.exec(text)?.[0].length ?? 0
  }

  /** Reads elements up to a closing bracket, including nested ones. */
  readStructure(name: string, close: string, inherited: string): void {
    const elements = new Map<string, ElementRule>()
    const required: StructureRule['required'][number][] = []
    const add = (rules: readonly ElementRule[], mandatory: boolean): void => {
      for (const rule of rules) elements.set(rule.name, rule)
      const [first] = rules
      if (!mandatory || first === undefined) return
      const element = first.choice ?? first.name
      required.push({ element, step: `.${element.replace('[x]', '')}`, names: rules.map((rule) => rule.name) })
    }
    for (const item of inherited.split(' ')) {
      const [start, types] = item.split(':')
      if (start !== undefined && types !== undefined) add(parseRules(start, types), /[!+]$/.test(start))
    }
    while (this.#place < this.#text.length && this.#text[this.#place] !== close) {
      const start = this.#take(/[^:@{[]+/y)
      const mark = this.#text[this.#place++]
      const path = `${name}.${start.replace(/[!*+]$/, '')}`
      if (mark === '{' || mark === '[') {
        const base = mark === '{' ? 'BackboneElement' : 'Element'
        this.readStructure(path, mark === '{' ? '}' : ']', readInherited(base))
        this.#place++
        add(parseRules(start, path), /[!+]$/.test(start))
      } else {
        const types = this.#take(/[^ }\]]+/y)
        add(parseRules(start, mark === '@' ? `${this.#root}.${types}` : types), /[!+]$/.test(start))
      }
      if (this.#text[this.#place] === ' ') this.#place++
    }
    compiled.set(name, { name, elements, required })
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#place
    const found = pattern.exec(this.#text)?.[0] ?? ''
    this.#place += found.length
    return found
  }
}

/** Parses the rules of an element: one, or one per type if it is a choice. */
function parseRules(start: string, text: string): readonly ElementRule[] {
  const [, name = '', choice, cardinality] = /^(\w+)(\?)?([!*+])?$/.exec(start) ?? []
  const [types = '', codes] = text.split('=')
  return (types === '*' ? r4AnyType : types).split('|').map((written): ElementRule => {
    const [, type = '', targets] = /^([\w.]+)(?:\((.*)\))?$/.exec(written) ?? []
    const suffix = type === 'SimpleQuantity' ? 'Quantity' : type
    const capital = suffix.charAt(0).toUpperCase() + suffix.slice(1)
    return {
      name: choice === undefined ? name : name + capital,
      step: choice === undefined ? `.${name}` : `.${name}.ofType(${suffix})`,
      choice: choice === undefined ? undefined : `${name}[x]`,
      list: cardinality === '*' || cardinality === '+',
      type,
      // The id of an element is a string without spaces.
      primitive: findPrimitive(name === 'id' && type === 'string' ? 'element id' : type),
      targets: targets?.split(','),
      codes: codes === undefined ? undefined : findCodeList(codes),
    }
  })
}
