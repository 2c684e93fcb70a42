import type { BenchmarkDefinition } from '@carebench/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type AgentRun,
  at,
  type ContractTestbed,
  createContractTestbed,
  idleScore,
  listAt,
  textAt,
} from './contract-testbed.js'
import { smallPdf } from './small-pdf.js'

// The fax machine and messages as an agent reaches them: a benchmark for each.

let testbed: ContractTestbed
beforeEach(async () => {
  testbed = await createContractTestbed()
})

function to(run: AgentRun) {
  return (method: string, path: string, body?: unknown) =>
    run.call(method, `/v1/benchmark-runs/${run.id}/${path}`, body)
}

describe('the fax machine', () => {
  const definition: BenchmarkDefinition = {
    name: 'send-records',
    timeout: 600,
    environment: {
      name: 'Fax room',
      simulators: [
        {
          type: 'Fax',
          name: 'Fax machine',
          config: {
            numbers: {
              '+15550100142': { busy_times: 1, delay_seconds: 5 },
              '+15550100143': { answers: false },
            },
            retries: 1,
            retry_seconds: 30,
          },
        },
      ],
      datasets: [],
    },
    tasks: [
      {
        name: 'send the records that a fax asks for',
        scenario: {
          steps: [{ type: 'receive_fax', from: '555-010-0142', text: 'Please send the referral of Ada Okafor.' }],
        },
        criteria: [
          {
            label: 'The referral arrived',
            assertion: {
              assert: 'fax-sent',
              correlate_by: { to_number: '+15550100142', document_type: 'referral' },
              fields: [
                { path: 'status', expected: 'delivered' },
                { path: 'text', expected: { $contains: 'Ada Okafor' } },
              ],
            },
          },
          {
            label: 'It was delivered at the second attempt',
            assertion: {
              assert: 'event-order',
              events: [
                { type: 'fax.sent', where: { 'data.to_number': '+15550100142' } },
                { type: 'fax.delivered', where: { 'data.attempts': 2, actor: 'system' } },
              ],
            },
          },
          {
            label: 'Nothing changed but the faxes',
            guard: true,
            assertion: { assert: 'no-collateral', allow: [{ collection: 'faxes', where: { direction: 'outbound' } }] },
          },
          {
            label: 'Nobody else got anything',
            guard: true,
            assertion: { assert: 'fax-sent', correlate_by: { to_number: { $not: '+15550100142' } }, count: 0 },
          },
        ],
      },
    ],
  }

  it('is scored by the faxes that arrived, and gives nothing for doing nothing \
[kinds.sent, scenario.receive-fax]', async () => {
    expect(await idleScore(testbed, definition)).toEqual(['fail', 0])
    const run = await testbed.begin({ ...definition, name: 'send-records-again' })
    const call = to(run)
    const { body: inbox } = await call('GET', 'faxes?direction=inbound')
    const [asked] = listAt(inbox, 'data')
    const { body: read } = await call('GET', `faxes/${textAt(asked, 'id')}`)
    expect(at(read, 'text')).toBe('Please send the referral of Ada Okafor.')
    await call('POST', 'faxes', {
      to_number: textAt(asked, 'from_number'),
      document_type: 'referral',
      content_base64: btoa(smallPdf(['Referral of Ada Okafor', 'To cardiology'])),
      media_type: 'application/pdf',
    })
    testbed.clock.advance(60_000)
    expect((await run.complete()).body).toMatchObject({ verdict: 'pass', score: 1 })
  })
})

describe('messages', () => {
  const definition: BenchmarkDefinition = {
    name: 'confirm-visit',
    timeout: 600,
    environment: {
      name: 'Front desk',
      simulators: [
        {
          type: 'Message',
          name: 'Messages',
          config: {
            personas: [
              {
                name: 'Ada',
                addresses: ['+15550100142'],
                replies: [{ when: ['Tuesday'], say: 'YES', delay_seconds: 60 }, { say: 'Who is this?' }],
              },
            ],
            recipients: { 'bounce@example.org': { delivered: false, delay_seconds: 5 } },
          },
        },
      ],
      datasets: [],
    },
    tasks: [
      {
        name: 'confirm a visit',
        scenario: { steps: [{ type: 'receive_message', channel: 'sms', from: '555 010 0142', body: 'When is it?' }] },
        criteria: [
          {
            label: 'The patient was told the day',
            assertion: {
              assert: 'message-sent',
              correlate_by: { channel: 'sms', to: '+15550100142' },
              fields: [{ path: 'body', expected: { $contains: 'Tuesday' } }],
            },
          },
          {
            label: 'The patient said yes after it',
            assertion: {
              assert: 'event-order',
              events: [
                { type: 'message.sent', where: { 'data.to': '+15550100142' } },
                { type: 'message.delivered' },
                { type: 'message.received', where: { 'data.from': '+15550100142' } },
              ],
            },
          },
        ],
      },
    ],
  }

  it('are scored by the messages sent and their answers [kinds.sent, scenario.receive-message]', async () => {
    expect(await idleScore(testbed, definition)).toEqual(['fail', 0])
    const run = await testbed.begin({ ...definition, name: 'confirm-visit-again' })
    const call = to(run)
    const { body: inbox } = await call('GET', 'messages?direction=inbound')
    const from = textAt(inbox, 'data', 0, 'from')
    expect(from).toBe('+15550100142')
    await call('POST', 'messages', { channel: 'sms', to: from, body: 'Your visit is on Tuesday at 9.' })
    testbed.clock.advance(60_000)
    const { body: replies } = await call('GET', 'messages?direction=inbound&limit=1')
    expect(at(replies, 'data', 0, 'body')).toBe('YES')
    expect((await run.complete()).body).toMatchObject({ verdict: 'pass', score: 1 })
  })
})
