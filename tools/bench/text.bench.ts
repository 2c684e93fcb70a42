// Does verifying a long text take at most twice as long if the text is twice as long?
//
// A message of 40,000 and of 80,000 characters repeats words that the code that reads texts treats specially. It is
// verified against a statement, a pattern, a folded text and a guard that looks for people. Each criterion has its own
// budget of work, which neither message uses up.

import type { MessageRecord } from '@carebench/protocol'
import { verify } from '@carebench/systems/verifier'
import type { Bench } from './src/benchmark.js'

const pieces = {
  letters: 'x ',
  negations: 'no a, ',
  numbers: '1 ',
  quantities: '6.7 mg ',
  dates: 'March 2, ',
  lines: 'a\n',
  corrections: '5 mg was replaced by 6 mg, ',
  abbreviations: 'Dr. e.g. i.e. ',
}

const says = {
  $says: {
    all: [['approved', 'granted', 'not denied'], { quantity: 6.7, unit: 'mg' }, { date: '2026-03-02' }],
    none: [['denied'], ['pending']],
  },
}

const criteria = [says, { $regex: '(?s).*approved.*' }, { $text: 'Approved' }]
  .map((expected): { readonly label: string; readonly guard?: boolean; readonly assertion: object } => ({
    label: Object.keys(expected).join(),
    assertion: { assert: 'message-sent', fields: [{ path: 'body', expected }] },
  }))
  .concat({
    label: 'nobody else',
    guard: true,
    assertion: { assert: 'no-collateral', allow: [{ collection: 'messages', about: ['Patient/p1'] }] },
  })

const fhir = [
  { resourceType: 'Patient', id: 'p1', name: [{ given: ['Ada'], family: 'Sample' }], birthDate: '1980-02-03' },
]

export async function run(bench: Bench): Promise<void> {
  const sizes = bench.sizes(4_000, 40_000, 80_000)
  for (const [name, piece] of Object.entries(pieces)) {
    await bench.race({
      case: `${name}, ${sizes.join(' and ')} characters`,
      expected: true,
      contenders: sizes.map((size, place) => ({
        ...(place === 0
          ? { name: 'the text', floor: 'the text' }
          : { name: 'twice as long', goals: { 'the text': 2.4 } }),
        run: verifying(piece.repeat(size / piece.length)),
        answer: async () => verifying(piece.repeat(size / piece.length))().criterion_runs.length === criteria.length,
      })),
    })
  }
}

function verifying(body: string) {
  const record: MessageRecord = {
    direction: 'outbound',
    channel: 'email',
    to: 'a@example.org',
    from: 'b@example.org',
    body,
  }
  const outward = [{ collection: 'messages', record: { ...record } }]
  const events = [
    { seq: 1, at: '2026-03-02T09:00:00.000Z', actor: 'agent' as const, type: 'message.sent', data: {}, outward },
  ]
  const evidence = { fhir, messages: [record], events, initial: { fhir, messages: [], events: [] } }
  return () => verify({ criteria, evidence })
}
