import type { JsonObject, JsonValue } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { verify } from '../verifier.js'

const approved: JsonValue = { $says: { all: [['approved']] } }

/** A criterion run on faxes with these texts. */
function runCriterion(texts: readonly string[], assertion: JsonObject) {
  const faxes = texts.map((text, index) => ({
    id: `fax_${index}`,
    direction: 'outbound',
    to_number: '+15550100',
    document_type: 'letter',
    text,
    status: 'delivered',
    created_at: `2026-01-01T00:00:0${index}Z`,
  }))
  const criteria = [{ label: 'c', assertion: { assert: 'fax-sent', ...assertion } }]
  return verify({ criteria, evidence: { faxes } as never }).criterion_runs[0]
}

const field: JsonObject = { fields: [{ path: 'text', expected: approved }] }
const other: JsonObject = { path: 'to_number', expected: '+15550199' }

it.each<[string, readonly string[], JsonObject, string]>([
  ['one text that is open', ['approved?'], field, 'undecided'],
  ['its opposite', ['approved?'], { fields: [{ path: 'text', expected: { $not: approved } }] }, 'undecided'],
  ['an open text beside one that matches', ['approved?', 'approved'], field, 'passed'],
  ['the same the other way round', ['approved', 'approved?'], field, 'passed'],
  ['an open text beside one that does not match', ['approved?', 'denied'], field, 'undecided'],
  ['the worst of an open text and a failure', ['approved?', 'denied'], { ...field, match: 'all' }, 'failed'],
  ['the worst of an open text and a match', ['approved', 'approved?'], { ...field, match: 'all' }, 'undecided'],
  ['a count that an open text can reach', ['approved', 'approved?'], { ...field, count: 2 }, 'undecided'],
  [
    'a count between',
    ['approved?', 'possibly approved'],
    { fields: [], correlate_by: { text: approved }, count: 1 },
    'undecided',
  ],
  ['a count that it cannot change', ['approved', 'approved?'], { ...field, count: { $gte: 1 } }, 'passed'],
  [
    'an open text beside a failed field',
    ['approved?'],
    { fields: [...(field.fields as JsonObject[]), other] },
    'failed',
  ],
  ['a failed field before it', ['approved?'], { fields: [other, ...(field.fields as JsonObject[])] }, 'failed'],
  ['an open text that an alternative decides', ['approved?', 'approved'], { ...field, match: 'any' }, 'passed'],
  ['an open selection', ['approved?'], { fields: [], correlate_by: { text: approved } }, 'undecided'],
  [
    'many open texts beside failed fields',
    Array.from({ length: 9 }, (_, index) => `approved ${index}?`),
    { fields: [...(field.fields as JsonObject[]), other] },
    'failed',
  ],
  [
    'many open texts before failed conditions',
    [...Array.from({ length: 9 }, (_, index) => `approved ${index}?`)],
    { fields: [], correlate_by: { text: approved, to_number: '+15550199' } },
    'failed',
  ],
  [
    'too many open texts',
    Array.from({ length: 9 }, (_, index) => `approved ${index}?`),
    { ...field, count: { $gte: 0 } },
    'undecided',
  ],
])('%s', (_, texts, assertion, outcome) => {
  expect(runCriterion(texts, assertion)?.outcome).toBe(outcome)
})

const potassium = { quantity: 6.4, unit: 'mmol/L' }
const result: JsonValue = { $says: { all: [['Ana Lopez'], potassium], none: [['normal']] } }

it.each<[string, JsonValue, string]>([
  ['Ana Lopez: 4.6 mmol/L.', result, 'text does not say 6.4 mmol/L; says 4.6 mmol/L.'],
  ['Ana Lopez has a normal potassium of 6.4 mmol/L.', result, 'text says "normal", which it must not.'],
  [
    'All is normal.',
    result,
    'text does not say "Ana Lopez". It does not say 6.4 mmol/L. It says "normal", which it must not.',
  ],
  ['Ana Lopez: about 6.4 mmol/L.', result, 'Not verified: "about 6.4 mmol/L" leaves 6.4 mmol/L open.'],
  [
    'It was not approved.',
    { $all: [approved, result] },
    'text does not say "approved"; says "not approved". It does not say "Ana Lopez". It does not say 6.4 mmol/L.',
  ],
  ['approved?', { $not: approved }, 'Not verified: "approved?" leaves "approved" open.'],
  [
    'denied',
    { $any: [approved, { $says: { all: [['granted']] } }] },
    'text does not say "approved". It does not say "granted".',
  ],
])('%s: the details name the fact [matchers.says]', (text, expected, details) => {
  const found = runCriterion([text], { fields: [{ path: 'text', expected }] })?.details
  expect(found?.replace('0 of 1 check passed on fax "fax_0". ', '')).toContain(details)
})

it('names what a text does not say', () => {
  const details = runCriterion(['x'], { fields: [{ path: 'cover', expected: result }] })?.details
  expect(details).toContain(
    'Expected "cover" to be a text that says "Ana Lopez" and 6.4 mmol/L, and not "normal", found nothing there',
  )
})

it('names the text and its record for a reviewer, without what is expected', () => {
  const run = runCriterion(['denied', 'about 6.7 mmol/L'], {
    correlate_by: { text: { $contains: 'about' } },
    fields: [{ path: 'text', expected: { $grounded: { facts: [{ quantity: 6.7, unit: 'mmol/L' }] } } }],
  })
  expect(run?.evidence).toEqual({
    matched: { collection: 'faxes', record: 1 },
    undecided: [{ path: 'text', actual: 'about 6.7 mmol/L' }],
  })
  expect(run?.details).toContain('not said to be exact. The text is in "text" of {"collection":"faxes","record":1}')
})
