import type { JsonValue } from '@carebench/protocol'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { aPolicyCase, createRequest, type PolicyCase } from '../testing/arbitrary-policy.js'
import { chartOf } from './chart.js'
import { compilePolicy } from './compile-policy.js'
import { decide, type PolicyDecision } from './decide.js'
import { findPolicyFaults } from './policy-findings.js'
import type { Criteria, Policy } from './policy-schema.js'

const numRuns = 40 * inject('scale')

function decisionOn(
  { policy, units, inputsFor }: PolicyCase,
  truths: PolicyCase['truths'],
  documents: readonly string[] = [],
) {
  const inputs = inputsFor(truths)
  const more = documents.map((type) => ({ document_type: type, text: null }))
  const request = createRequest({ ...inputs, documents: [...inputs.documents, ...more] }, units)
  return decide(compilePolicy(policy), chartOf(inputs.resources), request)
}

/** Whether written criteria are met, if each statement is met or not. */
function isMet(criteria: Criteria, truths: ReadonlyMap<string, boolean>): boolean {
  if (typeof criteria === 'string') return truths.get(criteria) === true
  if ('not' in criteria) return !isMet(criteria.not, truths)
  const list = 'all' in criteria ? criteria.all : 'any' in criteria ? criteria.any : criteria.of
  const met = list.filter((one) => isMet(one, truths)).length
  return 'all' in criteria ? met === list.length : 'any' in criteria ? met > 0 : met >= criteria.at_least
}

/** Whether the criteria of a policy or one of its exceptions are met. */
function areMet({ criteria, exceptions = [] }: Policy, truths: ReadonlyMap<string, boolean>): boolean {
  return criteria === undefined || [criteria, ...exceptions].some((one) => isMet(one, truths))
}

/** What a policy decides if everything is known, read from the policy as it is written. */
function judgeCriteria(policy: Policy, truths: ReadonlyMap<string, boolean>, units: number): string {
  const { requires_authorization: requires, decision } = policy
  if (typeof requires === 'object' && !isMet(requires.when, truths)) return 'not_required'
  if (!areMet(policy, truths)) return 'denied'
  if (decision?.pend_when !== undefined && isMet(decision.pend_when, truths)) return 'pending'
  const partial = decision?.partial_when
  return partial !== undefined && partial.units < units && isMet(partial.when, truths)
    ? 'partially_approved'
    : 'approved'
}

/** Every way in which what is not known may be. */
function listCompletions(truths: PolicyCase['truths']): ReadonlyMap<string, boolean>[] {
  let all: Map<string, boolean>[] = [new Map()]
  for (const [name, truth] of truths) {
    const values = truth === undefined ? [false, true] : [truth]
    all = all.flatMap((one) => values.map((value) => new Map(one).set(name, value)))
  }
  return all
}

function withTruths(truths: PolicyCase['truths'], more: Iterable<readonly [string, boolean | undefined]>) {
  return new Map([...truths, ...more])
}

/** A decision without the order of what is asked. */
function pickContent({ judged, questions, missing_documents, ...decision }: PolicyDecision) {
  return { ...decision, questions: questions.toSorted(), missing_documents: missing_documents.toSorted() }
}

describe('decide', () => {
  it('accepts every generated policy', () => {
    fc.assert(
      fc.property(aPolicyCase, ({ policy }) => {
        expect(findPolicyFaults(policy as JsonValue)).toEqual([])
      }),
      { numRuns },
    )
  })

  it('decides as with every possible value of the unknown facts, and asks only for decisive ones', () => {
    fc.assert(
      fc.property(aPolicyCase, (drawn) => {
        const { policy, truths, units, names } = drawn
        const { judged, outcome, questions, missing_documents } = decisionOn(drawn, truths, policy.documents)
        expect(new Map([...judged].map(([name, { met }]) => [name, met]))).toEqual(truths)
        const completions = listCompletions(truths)
        const outcomeFor = (one: ReadonlyMap<string, boolean>) => judgeCriteria(policy, one, units)
        const outcomes = new Set(completions.map(outcomeFor))
        expect(outcome).toBe(outcomes.size === 1 ? [...outcomes][0] : 'more_information')
        const deciding = names.filter((name) => {
          if (truths.get(name) !== undefined) return false
          return completions.some(
            (one) => outcomeFor(one) !== outcomeFor(new Map(one).set(name, one.get(name) !== true)),
          )
        })
        const asked = names.filter((name) => {
          const documents = policy.statements?.[name]?.accepts?.slice(0, 1) ?? []
          return questions.includes(name) || documents.some((type) => missing_documents.includes(type))
        })
        expect(asked).toEqual(deciding)
      }),
      { numRuns },
    )
  })

  it('names the fewest statements that have to change for a denied service, each of which changes the decision', () => {
    fc.assert(
      fc.property(aPolicyCase, (drawn) => {
        const { policy, truths, possible, names } = drawn
        const decision = decisionOn(drawn, truths)
        fc.pre(decision.outcome === 'denied')
        const distances = listCompletions(new Map(names.map((name) => [name, undefined])))
          .filter((one) => policy.criteria !== undefined && isMet(policy.criteria, one))
          .map((one) => names.filter((name) => one.get(name) !== (truths.get(name) ?? one.get(name))).length)
        expect(decision.statements).toHaveLength(Math.min(...distances))
        const changed = decision.statements.flatMap((name) => {
          const other = truths.get(name) === false
          return possible.get(name)?.includes(other) ? [[name, other] as const] : []
        })
        const left = decisionOn(drawn, withTruths(truths, changed))
        expect(left.statements).toHaveLength(decision.statements.length - changed.length)
        if (changed.length === decision.statements.length) expect(left.outcome).not.toBe('denied')
        for (const one of changed) {
          const after = decisionOn(drawn, withTruths(truths, [one]))
          expect(after.statements).toHaveLength(decision.statements.length - 1)
          expect(pickContent(after)).not.toEqual(pickContent(decision))
        }
      }),
      { numRuns },
    )
  })

  it('decides the same in any order of statements, criteria, resources and documents', () => {
    fc.assert(
      fc.property(aPolicyCase, fc.boolean(), (drawn, attached) => {
        const reversed: PolicyCase = {
          ...drawn,
          policy: { ...reverse(drawn.policy) },
          inputsFor: (truths) => reverse(drawn.inputsFor(truths)),
        }
        const documents = attached ? drawn.policy.documents : []
        expect(pickContent(decisionOn(reversed, drawn.truths, documents))).toEqual(
          pickContent(decisionOn(drawn, drawn.truths, documents)),
        )
      }),
      { numRuns },
    )
  })
})

/**
 * The same value with its lists and the members of its objects from last to first; what a document has to say stays.
 */
function reverse<Value>(value: Value, name = ''): Value {
  if (typeof value !== 'object' || value === null || name === 'accepts') return value
  if (Array.isArray(value)) return value.map((one) => reverse(one)).reverse() as Value
  const members = Object.entries(value).map(([key, one]) => [key, reverse(one, key)])
  return Object.fromEntries(members.reverse()) as Value
}
