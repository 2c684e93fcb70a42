import type { BenchmarkDefinition } from '@carebench/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { type AgentRun, at, type ContractTestbed, createContractTestbed, listAt, textAt } from './contract-testbed.js'
import { smallPdf } from './small-pdf.js'

// The fax machine and messages as an agent reaches them: a benchmark for each, and their other guarantees.

let testbed: ContractTestbed
beforeEach(async () => {
  testbed = await createContractTestbed()
})

async function begin(definition: BenchmarkDefinition): Promise<AgentRun> {
  const run = await testbed.createRun(await testbed.publish(definition))
  expect((await run.start()).status).toBe(200)
  return run
}

/** The score of a run in which nothing is done. */
async function idleScore(definition: BenchmarkDefinition) {
  const run = await begin(definition)
  testbed.clock.advance(500_000)
  const { body } = await run.complete()
  return [at(body, 'verdict'), at(body, 'score')]
}

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

  it('is scored by the faxes that arrived, and gives nothing for doing nothing [kinds.sent, scenario.receive-fax]', async () => {
    expect(await idleScore(definition)).toEqual(['fail', 0])
    const run = await begin({ ...definition, name: 'send-records-again' })
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

  it('shows the pages of a received fax, and none of a sent one [fax.pages]', async () => {
    const call = to(await begin(definition))
    const [asked] = listAt((await call('GET', 'faxes')).body, 'data')
    const pages = await call('GET', `faxes/${textAt(asked, 'id')}/content`)
    expect([pages.status, pages.headers['content-type'], pages.text.slice(0, 7)]).toEqual([
      ...[200, 'application/pdf', '%PDF-1.'],
    ])
    const { body: sent } = await call('POST', 'faxes', { to_number: '+15550100144', document_type: 'note', text: 'x' })
    const refused = await call('GET', `faxes/${textAt(sent, 'id')}/content`)
    expect([refused.status, at(refused.body, 'error', 'code')]).toEqual([404, 'RESOURCE_NOT_FOUND'])
    expect((await call('POST', `faxes/${textAt(asked, 'id')}/content`)).status).toBe(405)
    expect((await call('GET', 'faxes/none/content')).status).toBe(404)
  })

  it('redials a busy line, and reports each attempt [fax.send, fax.read, fax.number-fails]', async () => {
    const call = to(await begin(definition))
    const send = async (to_number: string) => {
      const { status, body, headers } = await call('POST', 'faxes', { to_number, document_type: 'note', text: 'x' })
      expect(status).toBe(201)
      expect(headers.location).toMatch(new RegExp(`/faxes/${textAt(body, 'id')}$`))
      return textAt(body, 'id')
    }
    const busy = await send('(555) 010-0142')
    const unanswered = await send('+15550100143')
    const other = await send('+15550100144')
    const statusOf = async (id: string) => {
      const { body } = await call('GET', `faxes/${id}`)
      return [at(body, 'status'), at(body, 'error'), listAt(body, 'attempts').map((attempt) => at(attempt, 'result'))]
    }
    expect(await statusOf(other)).toEqual(['delivered', null, ['delivered']])
    expect(await statusOf(busy)).toEqual(['sending', null, []])
    testbed.clock.advance(5000)
    expect(await statusOf(busy)).toEqual(['sending', null, ['busy']])
    testbed.clock.advance(35_000)
    expect(await statusOf(busy)).toEqual(['delivered', null, ['busy', 'delivered']])
    expect(await statusOf(unanswered)).toEqual(['failed', 'no_answer', ['no_answer', 'no_answer']])
    const listed = await call('GET', 'faxes?direction=outbound&limit=2')
    expect(listAt(listed.body, 'data').map((item) => at(item, 'id'))).toEqual([other, unanswered])
    expect(at(listed.body, 'data', 0, 'text')).toBe(undefined)
    const next = await call('GET', `faxes?direction=outbound&cursor=${textAt(listed.body, '_meta', 'next')}`)
    expect(listAt(next.body, 'data').map((item) => at(item, 'id'))).toEqual([busy])
  })

  it.each([
    [
      'a broken PDF',
      { content_base64: btoa('%PDF-1.4 nothing'), media_type: 'application/pdf' },
      400,
      'structure is malformed',
    ],
    ['content that is not a PDF', { content_base64: btoa('GIF89a'), media_type: 'application/pdf' }, 400, '%PDF-'],
    ['invalid base64', { content_base64: '§', media_type: 'application/pdf' }, 400, 'base64'],
    ['a control character', { content_base64: 'eA==', media_type: 'text/plain; a=\u0000' }, 400, 'control characters'],
    ['a picture', { content_base64: btoa('GIF89a'), media_type: 'image/gif' }, 400, 'media_type'],
    ['both text and content', { text: 'x', content_base64: 'eA==', media_type: 'text/plain' }, 400, 'not both'],
    ['neither text nor content', {}, 400, 'text'],
    ['an invalid number', { to_number: 'the clinic', text: 'x' }, 400, 'to_number'],
    ['a text that is too long', { text: 'x'.repeat(1_000_001) }, 413, '1000000 characters'],
  ])('rejects %s, and sends nothing [fax.document]', async (_, more, status, words) => {
    const call = to(await begin(definition))
    const answer = await call('POST', 'faxes', { to_number: '+15550100142', document_type: 'note', ...more })
    expect(answer.status).toBe(status)
    expect(textAt(answer.body, 'error', 'message')).toContain(words)
    expect(listAt((await call('GET', 'faxes?direction=outbound')).body, 'data')).toEqual([])
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
    expect(await idleScore(definition)).toEqual(['fail', 0])
    const run = await begin({ ...definition, name: 'confirm-visit-again' })
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

  it('are sent by SMS, e-mail and chat, are delivered or fail, and are answered [message.send, message.read]', async () => {
    const call = to(await begin(definition))
    const sent: string[] = []
    for (const [channel, address] of [
      ['sms', '+15550100142'],
      ['email', 'Bounce@Example.org'],
      ['chat', 'front-desk'],
    ] as const) {
      const { status, body } = await call('POST', 'messages', { channel, to: address, body: 'Hello.' })
      expect([status, at(body, 'status')]).toEqual([201, channel === 'email' ? 'sent' : 'delivered'])
      sent.push(textAt(body, 'id'))
    }
    testbed.clock.advance(5000)
    expect((await call('GET', `messages/${sent[1]}`)).body).toMatchObject({
      status: 'failed',
      to: 'bounce@example.org',
      completed_at: testbed.now(),
    })
    const { body } = await call('GET', `messages?in_reply_to=${sent[0]}`)
    expect(listAt(body, 'data')).toMatchObject([{ direction: 'inbound', body: 'Who is this?', in_reply_to: sent[0] }])
  })

  it.each([
    ['pager', '+15550100142'],
    ['SMS', '+15550100142'],
    ['sms', 'ada@example.org'],
    ['email', 'ada'],
  ])('by %s to %s are rejected [message.channel]', async (channel, address) => {
    const call = to(await begin(definition))
    expect((await call('POST', 'messages', { channel, to: address, body: 'x' })).status).toBe(400)
    expect(listAt((await call('GET', 'messages?direction=outbound')).body, 'data')).toEqual([])
  })
})
