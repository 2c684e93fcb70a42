import type { JudgementRecord } from '@carebench/protocol'
import { createVerifier, defineCheck, type EvidenceSource, type Judge, type PhraseQuestion } from '@carebench/verifier'
import fc from 'fast-check'
import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { defaultParts } from './default-parts.js'
import { verify } from './verify.js'
import { verifyAsync } from './verify-async.js'

function turn(text: string, speaker = 'agent') {
  return { speaker, text }
}

function evidence(...turns: readonly ReturnType<typeof turn>[]) {
  return {
    version: 1 as const,
    voice: [{ call_id: 'call_1', turns }],
  }
}

function criterion(more: object) {
  return {
    label: 'x',
    assertion: { assert: 'voice-transcript', speaker: 'agent', ...more },
  }
}

/** A judge that takes a statement for an approval if it contains "go ahead", and records its questions. */
function createJudge() {
  const asked: PhraseQuestion[] = []
  const judge: Judge = {
    name: 'judge-1',
    decide: async (question) => {
      asked.push(question)
      const expressed = question.text.includes('go ahead')
      return { expressed, answer: expressed ? '"go ahead" approves it' : 'nothing approves it' }
    },
  }
  return { judge, asked }
}

it('asks only if the text does not decide, turn by turn until one expresses the phrase', async () => {
  const { judge, asked } = createJudge()
  const snapshot = evidence(
    turn('Hello.'),
    turn('Approved?', 'ivr'),
    turn('…'),
    turn('You can go ahead.'),
    turn('Thank you'),
  )
  const { criterion_runs, judgements, score } = await verifyAsync({
    criteria: [criterion({ contains: ['thank you', 'approved'] })],
    evidence: snapshot,
    judge,
  })
  expect(asked).toEqual([
    { phrase: 'approved', speaker: 'agent', text: 'Hello.' },
    { phrase: 'approved', speaker: 'agent', text: 'You can go ahead.' },
  ])
  expect(score).toBe(1)
  expect(criterion_runs[0]?.evidence).toEqual({
    field_results: [],
    phrase_results: [
      {
        phrase: 'thank you',
        expected: true,
        found: true,
        turn: 4,
        call_id: 'call_1',
        passed: true,
        decided_by: 'text',
      },
      {
        phrase: 'approved',
        expected: true,
        found: true,
        turn: 3,
        call_id: 'call_1',
        passed: true,
        decided_by: 'judge',
        judgements: [
          { judge: 'judge-1', call_id: 'call_1', turn: 0, expressed: false, answer: 'nothing approves it' },
          { judge: 'judge-1', call_id: 'call_1', turn: 3, expressed: true, answer: '"go ahead" approves it' },
        ],
      },
    ],
  })
  expect(judgements).toHaveLength(2)
})

it('also fails a forbidden phrase that is said in other words', async () => {
  const { judge } = createJudge()
  const input = {
    criteria: [criterion({ not_contains: ['approved'] })],
    evidence: evidence(turn('Please go ahead.')),
    judge,
  }
  const { criterion_runs } = await verifyAsync(input)
  expect(criterion_runs[0]).toMatchObject({
    outcome: 'failed',
    details:
      '0 of 1 phrase as expected in 1 turn of "agent". "approved" should not be said, found by the judge in turn 1 ' +
      'of call "call_1": "Please go ahead.".',
  })
  expect(verify(input).criterion_runs[0]).toMatchObject({
    passed: true,
    evidence: { phrase_results: [{ decided_by: 'text' }] },
  })
})

it('gives the same result without the judge once its judgements are in the evidence', async () => {
  const { judge, asked } = createJudge()
  const criteria = [criterion({ contains: ['approved'], not_contains: ['denied'] })]
  const snapshot = evidence(turn('Hello.'), turn('So go ahead.'))
  const { judgements, ...verification } = await verifyAsync({ criteria, evidence: snapshot, judge })
  const kept: EvidenceSource = JSON.parse(JSON.stringify({ ...snapshot, judgements }))
  expect(JSON.stringify(verify({ criteria, evidence: kept }))).toBe(JSON.stringify(verification))
  const calls = asked.length
  expect(await verifyAsync({ criteria, evidence: kept, judge })).toEqual({ ...verification, judgements })
  expect(asked).toHaveLength(calls)
})

it('ends errored if the judge throws or gives no answer, and stays so without it', async () => {
  const answers: readonly (() => unknown)[] = [
    () => Promise.reject(new Error('out of quota')),
    () => {
      throw new Error('out of quota')
    },
    () => ({ expressed: 'yes', answer: '' }),
    () => undefined,
  ]
  for (const decide of answers) {
    const judge = { name: 'judge-2', decide } as Judge
    const criteria = [criterion({ contains: ['approved'] }), criterion({ contains: ['hello'] })]
    const snapshot = evidence(turn('Hello.'))
    const { judgements, ...verification } = await verifyAsync({ criteria, evidence: snapshot, judge })
    expect(verification).toMatchObject({ score: null, verdict: null })
    expect(verification.criterion_runs[0]?.details).toMatch(
      new RegExp(
        '^The check of kind "voice-transcript" failed with an error: ' +
          'the judge "judge-2" gave no answer on "approved": (out of quota|Expected the judge to answer)',
      ),
    )
    expect(verification.criterion_runs[1]).toMatchObject({ outcome: 'passed' })
    expect(judgements).toMatchObject([{ expressed: null }])
    expect(verify({ criteria, evidence: { ...snapshot, judgements } })).toEqual(verification)
  }
})

it('asks no more often than the limit allows', async () => {
  const { judge, asked } = createJudge()
  const turns = ['one', 'two', 'three', 'go ahead'].map((text) => turn(text))
  const input = { criteria: [criterion({ contains: ['approved'] })], evidence: evidence(...turns), judge }
  const { criterion_runs } = await verifyAsync({ ...input, max_calls: 3 })
  expect(asked).toHaveLength(3)
  expect(criterion_runs[0]).toMatchObject({ outcome: 'errored' })
  expect(criterion_runs[0]?.details).toContain('not asked: the judge may be asked 3 times')
  expect((await verifyAsync({ ...input, max_calls: 4 })).score).toBe(1)
  for (const max_calls of [-1, 0.5, Number.NaN])
    await expect(verifyAsync({ ...input, max_calls })).rejects.toThrow(RangeError)
})

it('asks the same question once, including about the initial state', async () => {
  const { judge, asked } = createJudge()
  const { voice } = evidence(turn('So go ahead.'), turn('So go ahead.'))
  const { score, criterion_runs } = await verifyAsync({
    criteria: [
      criterion({ contains: ['approved'] }),
      criterion({ contains: ['approved'], not_contains: ['approved.'] }),
    ],
    evidence: { version: 1, voice, initial: { voice } },
    judge,
  })
  expect(asked.map(({ phrase }) => phrase)).toEqual(['approved', 'approved.'])
  // It already held initially.
  expect([score, criterion_runs[0]?.passed]).toEqual([0, true])
})

it('asks about the initial state only where the text does not decide', async () => {
  const { judge, asked } = createJudge()
  const { voice: initial } = evidence(turn('So go ahead.'))
  const { voice } = evidence(turn('So go ahead.'), turn('Approved.'))
  const criteria = [criterion({ contains: ['approved'] })]
  const { score } = await verifyAsync({ criteria, evidence: { version: 1, voice, initial: { voice: initial } }, judge })
  expect(asked).toHaveLength(1)
  expect(score).toBe(0)
})

it('quotes a long answer with its middle omitted, and asks nothing about malformed evidence', async () => {
  const judge: Judge = { name: 'long', decide: () => ({ expressed: true, answer: 'x'.repeat(5000) }) }
  const criteria = [criterion({ contains: ['approved'] })]
  const { judgements } = await verifyAsync({ criteria, evidence: evidence(turn('Yes.')), judge })
  expect(judgements[0]?.answer).toHaveLength(1000)
  const broken = { voice: [{ call_id: 'x' }] } as unknown as EvidenceSource
  expect((await verifyAsync({ criteria, evidence: broken, judge })).criterion_runs[0]?.outcome).toBe('errored')
})

const word = fc.constantFrom('approved', 'go ahead', 'denied', 'hello', '—')
const calls = fc.array(
  fc.record({
    call_id: fc.constantFrom('a', 'b'),
    turns: fc.array(fc.record({ speaker: fc.constantFrom('agent', 'ivr'), text: word }), { maxLength: 4 }),
  }),
  { maxLength: 3 },
)
const phrases = fc.uniqueArray(fc.constantFrom('approved', 'denied', 'hello'), { maxLength: 3 })

it('a judge that recognizes only the text changes no score; every judgement concerns a turn that the \
text does not decide', async () => {
  await fc.assert(
    fc.asyncProperty(calls, phrases, phrases, fc.boolean(), async (voice, contains, not_contains, hears) => {
      const criteria = [criterion({ contains, not_contains })]
      const judge: Judge = { name: 'j', decide: () => ({ expressed: hears, answer: '' }) }
      const judged = await verifyAsync({ criteria, evidence: { voice }, judge })
      const plain = verify({ criteria, evidence: { voice } })
      if (!hears) expect(judged.score).toBe(plain.score)
      const said = voice.flatMap(({ turns }) => turns.filter(({ speaker }) => speaker === 'agent'))
      for (const { phrase, text, expressed } of judged.judgements as readonly JudgementRecord[]) {
        expect(expressed).toBe(hears)
        expect(said.map((statement) => statement.text)).toContain(text)
        expect(said.map((statement) => statement.text)).not.toContain(phrase)
      }
    }),
  )
})

it('terminates even if a custom check keeps asking', async () => {
  const { judge, asked } = createJudge()
  let number = 0
  const curious = defineCheck({
    kind: 'curious',
    schema: Type.Object({ assert: Type.Literal('curious') }),
    compile: () => ({
      questions: () => [{ phrase: `question ${number++}`, speaker: 'agent', text: 'Hello.' }],
      evaluate: () => ({ outcome: 'passed', details: 'It asked.', evidence: {} }),
    }),
  })
  const { score, judgements } = await verifyAsync({
    criteria: [{ label: 'x', assertion: { assert: 'curious' } }],
    evidence: evidence(turn('Hello.')),
    judge,
    max_calls: 3,
    verifier: createVerifier({ checks: [curious], parts: defaultParts }),
  })
  expect({ score, asked: asked.length }).toEqual({ score: 1, asked: 3 })
  expect(judgements.at(-1)).toMatchObject({ expressed: null })
})
