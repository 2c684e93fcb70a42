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
