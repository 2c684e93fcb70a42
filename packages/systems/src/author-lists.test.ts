import { parseMessage } from '@carebench/hl7v2'
import type { Steps } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { compileCardWhen } from './cds/model/condition.js'
import { acceptanceRules, firstRejection } from './hl7/model/acceptance.js'
import { nextQuestion } from './payer/electronic/dtr/next-question.js'
import { questionnaireUrl } from './payer/electronic/fhir/urls.js'
import { makePolicies } from './payer/model/rule-policy.js'
import { seedPayerState } from './payer/state.js'
import { beginning, contextAt } from './testing/simulator-host.js'
import { matchAdjudication } from './x12/model/adjudication.js'

// Authors may write long lists of conditions, and a request of an agent is compared with all of them.

/** Returns the result of work and its number of steps. */
function countSteps<Result>(steps: Steps<Result>) {
  for (let count = 0; ; count++) {
    const { done, value } = steps.next()
    if (done === true) return { result: value, count }
  }
}

const numbers = Array.from({ length: 50 }, (_, number) => number)

it('pauses between the conditions under which a message is rejected', () => {
  const where = Object.fromEntries([...numbers.map((number) => [`PID-3[${number + 1}].4`, '']), ['MSH-10', 'x']])
  const rules = acceptanceRules({ reject: [1, 2].map(() => ({ where, code: 'AE' as const })) })
  const message = parseMessage('MSH|^~\\&|A|B|C|D|20260101||ADT^A08|1|P|2.5.1\rPID|1||1||A^B\r')
  const { result, count } = countSteps(firstRejection(message, rules))
  expect([result, count]).toEqual([undefined, 2 * 51])
})

it('pauses between the tests of a card, and between the values that they look at', () => {
  const test = { path: 'context.list[*]', equals: 'x' }
  const holds = compileCardWhen(
    numbers.map(() => ({ none: [test] })),
    'when',
  )
  const { result, count } = countSteps(holds({ context: { list: numbers }, prefetch: {} }))
  expect([result, count]).toEqual([true, 50 * 51])
})

it('pauses between the statements of a policy', () => {
  const statements = Object.fromEntries(numbers.map((number) => [`s${number}`, { question: 'Is it so?' }]))
  const policies = [{ id: 'p', title: 'T', version: '1', statements, criteria: { all: Object.keys(statements) } }]
  const { result, count } = countSteps(makePolicies({ policies }))
  expect(result.map(({ statements: compiled }) => compiled.size)).toContain(50)
  expect(count).toBeGreaterThanOrEqual(2 * 50)
})

it('pauses between the answers of an adaptive form', () => {
  const names = numbers.map((number) => `s${number}`)
  const statements = Object.fromEntries(names.map((name) => [name, { question: 'Is it so?' }]))
  const policy = { id: 'p', title: 'T', version: '1', statements, criteria: { all: names } }
  const response = {
    resourceType: 'QuestionnaireResponse',
    contained: [{ resourceType: 'Questionnaire', derivedFrom: [`${questionnaireUrl}p-adaptive|1`] }],
    item: names.map((linkId) => ({ linkId, answer: [{ valueBoolean: true }] })),
  }
  const state = seedPayerState({ policies: [policy] }, [])
  const call = { state, context: contextAt(beginning), path: [], query: '', body: { json: response } }
  const { result, count } = countSteps(nextQuestion(call))
  expect(result).toMatchObject({ status: 200, json: { status: 'completed' } })
  expect(count).toBeGreaterThanOrEqual(50)
})

it('asks once whether a claim is authorized, however many rules depend on it', () => {
  let asked = 0
  const rules = numbers.map(() => ({ authorization: 'invalid' as const, status: 'denied' as const }))
  const isAuthorized = () => ++asked > 0
  expect(matchAdjudication(rules, { lines: [], diagnoses: [] } as never, isAuthorized)).toEqual({ status: 'pending' })
  expect(asked).toBe(1)
})
