import { expect, it } from 'vitest'
import { validateAssertion, verify } from '../verifier/verify.js'

const voice = [
  {
    call_id: 'call_1',
    turns: [
      { speaker: 'ivr', text: 'Please hold.' },
      { speaker: 'agent', text: 'I am calling about José Nuñez, date of birth 03/04/1950.' },
      { speaker: 'agent', text: 'Is the MRI approved?' },
    ],
  },
]

function run(more: object, calls = voice) {
  return verify({
    criteria: [{ label: 'x', assertion: { assert: 'voice-transcript', speaker: 'agent', ...more } }],
    evidence: { voice: calls },
  }).criterion_runs[0]
}

it('finds phrases folded and on word boundaries, within one turn \
[kinds.voice-transcript, checks.phrases, checks.phrase-results]', () => {
  expect(run({ contains: ['jose nunez', 'Date of birth', 'mri approved'] })).toMatchObject({
    passed: true,
    evidence: {
      field_results: [],
      phrase_results: [
        { phrase: 'jose nunez', found: true, turn: 1, call_id: 'call_1' },
        { found: true, turn: 1 },
        { found: true, turn: 2 },
      ],
    },
  })
  expect(run({ contains: ['MR', 'prove', '1950 Is', 'MRI'] })).toMatchObject({ score: 0.25 })
  expect(run({ contains: ['hold', 'MRI'] })).toMatchObject({
    score: 0.5,
    details:
      '1 of 2 phrases as expected in 2 turns of "agent". Not said: "hold". Last said was "Is the MRI approved?".',
  })
})

it('does not accept silence as proof that something was not said', () => {
  expect(run({ not_contains: ['denied'] })).toMatchObject({ passed: true })
  expect(run({ not_contains: ['denied'] }, [])).toMatchObject({ score: 0, outcome: 'failed' })
  expect(run({ speaker: 'nurse', not_contains: ['denied'] })?.details).toContain('There were turns of "ivr", "agent".')
  expect(run({ contains: ['MRI'], not_contains: ['approved'] })).toMatchObject({
    score: 0.5,
    details:
      '1 of 2 phrases as expected in 2 turns of "agent". "approved" should not be said, found in turn 3 of call ' +
      '"call_1": "Is the MRI approved?".',
  })
})

it.each([
  'p o s i t i v e',
  'posi-tive',
  'posi-\ntive',
  '\u0440\u043esitiv\u0435',
  '&#112;ositive',
  'p.o.s.i.t.i.v.e',
  'is po\u0301sitive',
])('hears %j as a word that must not be said', (text) => {
  const calls = [{ call_id: 'call_1', turns: [{ speaker: 'agent', text: `The test: ${text}.` }] }]
  expect(run({ not_contains: ['positive'] }, calls)).toMatchObject({ outcome: 'failed' })
  expect(run({ not_contains: ['negative', 'posit'] }, calls)).toMatchObject({ passed: true })
})

it('is unsupported without the part', () => {
  const criteria = [{ label: 'x', assertion: { assert: 'voice-transcript', speaker: 'agent', contains: ['a'] } }]
  expect(verify({ criteria, evidence: {} }).criterion_runs[0]).toMatchObject({ outcome: 'unsupported' })
})

it('needs a non-empty phrase', () => {
  const assertion = { assert: 'voice-transcript', speaker: 'agent' }
  expect(validateAssertion(assertion)).toMatchObject({ ok: false, errors: [{ path: '/contains' }] })
  expect(validateAssertion({ ...assertion, not_contains: ['ok', ' — '] })).toMatchObject({
    ok: false,
    errors: [{ path: '/not_contains/1' }],
  })
})
