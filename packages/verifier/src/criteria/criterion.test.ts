import type { Steps } from '@carebench/protocol'
import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { auditInSteps } from '../audit/audit.js'
import { defineCheck } from '../checks/check.js'
import { regradeInSteps } from '../record/regrade.js'
import { createVerifier } from '../verify/verifier.js'
import { InvalidCriteriaError } from './criterion.js'

let compiled = 0
const counted = defineCheck({
  kind: 'counted',
  schema: Type.Object({ assert: Type.Literal('counted') }),
  compile() {
    compiled++
    return { evaluate: () => ({ outcome: 'passed', details: '', evidence: {} }) }
  },
})
const verifier = createVerifier({ checks: [counted], parts: [] })
const criteria = ['a', 'b', 'c', 'd'].map((label) => ({ label, assertion: { assert: 'counted' } }))
const evidence = { version: 1 as const }
const record = { engine: { verifier: '1' }, criteria, options: {}, evidence, result: null }

it.each<[string, () => Steps<unknown>]>([
  ['compiling', () => verifier.compileCriteriaInSteps(criteria)],
  ['verification', () => verifier.verifyInSteps({ criteria, evidence })],
  ['regrading', () => regradeInSteps(record, { verifier })],
  ['an audit', () => auditInSteps({ criteria, states: { initial: evidence }, verifier })],
])('%s compiles one criterion in each step', (_, begin) => {
  compiled = 0
  const steps = begin()
  let longest = 0
  for (let before = 0; steps.next().done !== true; before = compiled) longest = Math.max(longest, compiled - before)
  expect(compiled).toBe(criteria.length)
  expect(longest).toBe(1)
})

it('rejects malformed criteria before the first step', () => {
  expect(() => verifier.compileCriteriaInSteps([{ label: 'a', assertion: {}, weight: -1 }])).toThrow(
    InvalidCriteriaError,
  )
})

it.each<[string, unknown, string]>([
  ['criteria that are no list', {}, 'the criteria must be an array, found an object'],
  [
    'a near miss of an absent member',
    [{ label: 'a', assertion: {}, severty: 'critical', wieght: 2 }],
    '/0/severty is not a member of criteria; did you mean "severity"?; /0/wieght is not a member',
  ],
  ['swapped letters', [{ label: 'a', assertion: {}, gaurd: true }], 'did you mean "guard"?'],
  ['a name in another style', [{ label: 'a', assertion: {}, isGuard: true }], 'did you mean "guard"?'],
  ['a severity as a member', [{ label: 'a', assertion: {}, critical: true }], 'did you mean "severity"?'],
])('rejects %s', (_, written, message) => {
  expect(() => verifier.compileCriteria(written as never)).toThrow(message)
})

it('accepts the members that a service stores beside those of a criterion', () => {
  const stored = { ...criteria[0], _id: 'x', uid: 'y', labels: ['a'], notes: 'z', created_at: 'now' }
  expect(verifier.compileCriteria([stored] as never)).toHaveLength(1)
})

it.each<[string, unknown, string]>([
  ['null', null, 'Expected the options to be an object such as {"pass_threshold": 0.9}, got null.'],
  ['a threshold in quotes', { pass_threshold: '0.9' }, 'Expected pass_threshold to be a number above 0'],
  ['a weight in quotes', { axis_weights: { work: '2' } }, 'Expected axis_weights.work to be a finite number'],
  ['a list of weights', { axis_weights: [1, 2] }, 'Expected axis_weights to be an object'],
  ['a misspelt name', { pass_treshold: 0.5 }, 'There is no option "pass_treshold"; did you mean "pass_threshold"?'],
  ['items that are no list', { items: {} }, 'Expected items to be an array'],
  ['an invalid time', { ends_at: 5 }, 'Expected ends_at to be a time such as 2026-03-02T17:00:00Z, got 5.'],
])('rejects options before the first step: %s', (_, options, message) => {
  expect(() => verifier.verifyInSteps({ criteria, evidence, options: options as never })).toThrow(RangeError)
  expect(() => verifier.verifyInSteps({ criteria, evidence, options: options as never })).toThrow(message)
})

it('rejects events that are not in the order of seq', () => {
  const events = [5, 7, 6].map((seq) => ({ seq, at: '2026-03-02T09:00:00Z', actor: 'agent', type: 'a', data: {} }))
  expect(() => verifier.prepareEvidence({ events } as never)).toThrow(
    'Expected /events in the order of "seq", got seq 6 at /events/2, after seq 7',
  )
  expect(() => verifier.prepareEvidence({ events: events.slice(0, 2) } as never)).not.toThrow()
})
