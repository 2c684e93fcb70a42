import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Criteria } from '@carebench/systems/policy'
import { describe, expect, it } from 'vitest'
import { playCases } from './policy-cases.js'
import { readPolicyFile } from './policy-file.js'

const folder = join(import.meta.dirname, '../../../../../benchmarks/policies')
const files = readdirSync(folder).filter((name) => name.endsWith('.yaml') && !name.endsWith('.cases.yaml'))

it('there are twelve policies', () => expect(files).toHaveLength(12))

describe.each(files)('%s', (name) => {
  const read = readPolicyFile(join(folder, name))
  const policy = 'policy' in read ? read.policy : undefined
  const cases = policy === undefined ? [] : playCases(policy, join(folder, name.replace('.yaml', '.cases.yaml')))

  it('has no problems, and decides its cases as expected', () => {
    expect('problems' in read ? read.problems : []).toEqual([])
    expect(cases.flatMap(({ name, differences }) => differences.map((one) => `${name}: ${one}`))).toEqual([])
  })

  it('has cases that are approved, denied, asked about and approved in part', () => {
    const outcomes = new Set(cases.map(({ decision }) => decision.outcome))
    expect([...outcomes]).toEqual(
      expect.arrayContaining(['approved', 'denied', 'more_information', 'partially_approved']),
    )
    expect(cases.some(({ name }) => name.includes('expired'))).toBe(true)
  })

  it('has, for each statement, a case that meets it and a case that does not', () => {
    const names = Object.keys(policy?.statements ?? {})
    const seen = (met: boolean) =>
      names.filter((one) => cases.some(({ decision }) => (decision.judged.get(one)?.met === true) === met))
    expect(seen(true)).toEqual(names)
    expect(seen(false)).toEqual(names)
  })

  it('has a denial for each statement that has a reason', () => {
    const named = new Set(cases.flatMap(({ decision }) => decision.statements))
    expect(Object.keys(policy?.decision?.reasons ?? {}).filter((one) => !named.has(one))).toEqual([])
  })

  it('has, for each statement of the criteria, a denial that this statement alone would change', () => {
    const { criteria = {}, exceptions = [], statements = {} } = policy ?? {}
    const inCriteria = Object.keys(statements).filter((one) => isIn(one, criteria))
    const denied = cases.flatMap(({ decision }) => (decision.outcome === 'denied' ? [decision.judged] : []))
    const alone = (name: string) => (judged: (typeof denied)[number]) => {
      const truths = new Map([...judged].map(([one, { met }]) => [one, (one === name) !== (met === true)]))
      return isMet(criteria as Criteria, truths) || exceptions.some((one) => isMet(one as Criteria, truths))
    }
    expect(inCriteria.filter((name) => !denied.some(alone(name)))).toEqual([])
  })
})

function isIn(name: string, criteria: unknown): boolean {
  return JSON.stringify(criteria).includes(`"${name}"`)
}

/** Whether criteria are met, given which statements are met. */
function isMet(criteria: Criteria, truths: ReadonlyMap<string, boolean>): boolean {
  if (typeof criteria === 'string') return truths.get(criteria) === true
  if ('not' in criteria) return !isMet(criteria.not, truths)
  const list = 'all' in criteria ? criteria.all : 'any' in criteria ? criteria.any : criteria.of
  const met = list.filter((one) => isMet(one, truths)).length
  return 'all' in criteria ? met === list.length : 'any' in criteria ? met > 0 : met >= criteria.at_least
}
