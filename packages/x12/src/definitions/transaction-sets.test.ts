import { describe, expect, it } from 'vitest'
import { standardDelimiters } from '../syntax/delimiters.js'
import { sampleTransaction } from '../testing/sample.js'
import { checkElements } from '../validation/element-check.js'
import { findSegmentDefinition } from './definition.js'
import { findOpeningRule, isLoop, type LoopRule, type SegmentRule } from './transaction-set.js'
import { findTransactionSet, transactionSets } from './transaction-sets.js'

describe.each(transactionSets.map((set) => [`${set.name} (${set.id}, ${set.version})`, set] as const))(
  '%s',
  (_, set) => {
    const rules: (SegmentRule | LoopRule)[] = []
    const open = [...set.body]
    for (let rule = open.pop(); rule !== undefined; rule = open.pop()) {
      rules.push(rule)
      if (isLoop(rule)) open.push(...rule.body)
    }

    it('names only segments and elements of the dictionary', () => {
      for (const rule of rules) {
        if (isLoop(rule)) continue
        const definition = findSegmentDefinition(rule.segment)
        expect(definition, rule.segment).toBeDefined()
        const places = [...Object.keys({ ...rule.when, ...rule.codes }), ...(rule.required ?? []).map(String)]
        for (const place of places) expect(definition?.elements[Number(place.split('-')[0]) - 1], place).toBeDefined()
      }
    })

    it('allows only codes that are valid for their elements', () => {
      for (const rule of rules) {
        if (isLoop(rule)) continue
        for (const [place, codes] of Object.entries<readonly string[]>({ ...rule.when, ...rule.codes })) {
          const [element = 0, component] = place.split('-').map(Number)
          for (const code of codes) {
            const value = component === undefined ? code : `${':'.repeat(component - 1)}${code}`
            const elements = [...Array<string>(element - 1).fill(''), value]
            const faults = checkElements(rule.segment, elements, standardDelimiters, rule)
            const own = faults.filter((fault) => fault.element === element && fault.component === component)
            expect(
              own.filter(({ code: kind }) => kind !== 'element-condition'),
              `${rule.segment}${place} ${code}`,
            ).toEqual([])
          }
        }
      }
    })

    it('has distinguishable loops', () => {
      for (const rule of rules) {
        if (!isLoop(rule)) continue
        const openings = rule.body.filter(isLoop).map((loop) => {
          const { segment, when } = findOpeningRule(loop)
          return `${segment} ${JSON.stringify(when ?? {})}`
        })
        expect(new Set(openings).size, rule.loop).toBe(openings.length)
      }
    })
  },
)

it('finds the set of a transaction, and returns undefined if no set matches', () => {
  const transaction = sampleTransaction(['BHT', '0022'])
  expect(findTransactionSet(transaction)?.id).toBe('271')
  expect(findTransactionSet(transaction, [])).toBeUndefined()
})
