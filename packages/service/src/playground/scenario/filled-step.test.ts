import type { EventRecord } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { filledStep } from './filled-step.js'

const event: EventRecord = {
  seq: 3,
  at: '2026-03-02T14:00:00.000Z',
  actor: 'system',
  type: 'prior_auth.determined',
  data: {
    auth_number: 'PA1',
    reason: null,
    units: 8,
    missing_documents: ['a', 'b'],
    nested: { '{{at}}': 'x' },
    echo: '{{type}}',
  },
}

describe('a step that follows an event', () => {
  it.each([
    ['Re {{data.auth_number}} of {{at}}.', 'Re PA1 of 2026-03-02T14:00:00.000Z.'],
    ['{{type}}: {{data.units}} units, {{data.missing_documents}}', 'prior_auth.determined: 8 units, a, b'],
    ['[{{data.reason}}] [{{data.none}}] [{{data.reason.more}}] [{{data.toString}}]', '[] [] [] []'],
    ['{{data.echo}}', '{{type}}'],
    [
      '{{number}} {{ data.units }} {{data}} {{data.}} {{seq}}',
      '{{number}} {{ data.units }} {{data}} {{data.}} {{seq}}',
    ],
  ])('turns %j into %j', (text, expected) => {
    expect(filledStep({ type: 'receive_fax', text }, event, { left: 1000 })).toEqual({
      type: 'receive_fax',
      text: expected,
    })
  })

  it('has its texts filled at any depth, but not its type or the names of members', () => {
    const step = { type: '{{type}}', row: { ids: ['{{data.auth_number}}'], '{{at}}': 1, flag: true } }
    expect(filledStep(step, event, { left: 1000 })).toEqual({
      type: '{{type}}',
      row: { ids: ['PA1'], '{{at}}': 1, flag: true },
    })
    expect(step.row.ids).toEqual(['{{data.auth_number}}'])
  })

  it('quotes no more than the budget, however often it quotes', () => {
    const budget = { left: 10 }
    const step = { type: 'receive_fax', text: '{{data.auth_number}}'.repeat(1000), from: '{{type}}{{data.units}}' }
    expect(filledStep(step, event, budget)).toEqual({ type: 'receive_fax', text: 'PA1PA1PA1', from: '8' })
    expect(budget.left).toBe(0)
  })
})
