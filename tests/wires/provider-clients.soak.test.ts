import Telnyx from 'telnyx'
import twilio from 'twilio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAt, textAt } from '../contract/contract-testbed.js'
import { openWiredWorld, type WiredWorld } from './wired-world.js'

// The official clients of the providers whose interfaces are simulated, as docs/guides/texts-and-faxes.md
// configures them.

let world: WiredWorld

beforeAll(async () => {
  const steps = [
    { type: 'receive_message', channel: 'sms', from: '+15550100198', body: 'Is my visit booked?' },
    { type: 'receive_fax', from: '+15550100199', text: 'Referral of Ada Okafor.' },
  ] as const
  world = await openWiredWorld({ kinds: ['mllp', 'sftp', 'sms-api', 'fax-api'] }, { steps: [...steps] })
})
afterAll(() => world.close())

describe('twilio', () => {
  const client = (token?: string) => {
    const wire = listAt(world.sandboxOf('Message'), 'wires')[0]
    const http = new twilio.RequestClient()
    const httpClient = {
      request: (call: Parameters<typeof http.request>[0]) =>
        http.request({ ...call, uri: call.uri.replace('https://api.twilio.com', textAt(wire, 'url')) }),
    }
    return twilio(textAt(wire, 'username'), token ?? textAt(wire, 'password'), {
      httpClient: httpClient as InstanceType<typeof twilio.RequestClient>,
    })
  }

  it('sends, reads and lists', async () => {
    const { messages } = client()
    const sent = await messages.create({ to: '+15550100142', from: '+15550100100', body: 'Your visit is booked.' })
    expect(sent).toMatchObject({ status: 'delivered', direction: 'outbound-api', numSegments: '1', errorCode: null })
    expect(sent.dateCreated).toEqual(new Date('2026-03-02T18:00:00Z'))
    expect(await client().messages(sent.sid).fetch()).toMatchObject({ sid: sent.sid, body: 'Your visit is booked.' })
    // One item a page: the client follows next_page_uri.
    const listed = await messages.list({ pageSize: 1 })
    expect(listed.map(({ direction, body }) => [direction, body])).toEqual([
      ['outbound-api', 'Your visit is booked.'],
      ['inbound', 'Is my visit booked?'],
    ])
    expect(await messages.list({ from: '+15550100198' })).toHaveLength(1)
  })

  it('reports errors in the same way as those of the provider', async () => {
    const message = { to: 'Ada', from: '+15550100100', body: 'Hello' }
    await expect(client().messages.create(message)).rejects.toMatchObject({
      status: 400,
      code: 21211,
      moreInfo: expect.stringContaining('docs/guides/texts-and-faxes.md'),
    })
    await expect(client('0'.repeat(32)).messages.list()).rejects.toMatchObject({ status: 401, code: 20003 })
    await expect(
      client()
        .messages(`SM${'0'.repeat(32)}`)
        .fetch(),
    ).rejects.toMatchObject({ status: 404, code: 20404 })
    await expect(
      client()
        .messages(`SM${'0'.repeat(32)}`)
        .remove(),
    ).rejects.toMatchObject({ status: 405, code: 20004 })
  })
})

describe('telnyx', () => {
  const client = (key?: string) => {
    const wire = listAt(world.sandboxOf('Fax'), 'wires')[0]
    return new Telnyx({ apiKey: key ?? textAt(wire, 'password'), baseURL: textAt(wire, 'url'), maxRetries: 0 })
  }
  const media_url = `data:text/plain;base64,${btoa('Referral of Ada Okafor.')}`
  const fax = { connection_id: '1', from: '+15550100100', to: '+15550100142', media_url }

  it('sends, reads, lists and gets media', async () => {
    const sent = await client().faxes.create(fax)
    expect(sent.data).toMatchObject({ record_type: 'fax', direction: 'outbound', status: 'delivered', to: fax.to })
    const read = await client().faxes.retrieve(sent.data?.id ?? '')
    expect(read.data).toMatchObject({ id: sent.data?.id, status: 'delivered' })
    const directions: unknown[] = []
    // One item a page: the client asks for the next by its number.
    for await (const one of client().faxes.list({ 'page[size]': 1 } as object)) directions.push(one.direction)
    expect(directions).toEqual(['outbound', 'inbound'])
    const inbound = await client().faxes.list({ filter: { direction: { eq: 'inbound' } } })
    const [received] = inbound.data ?? []
    const media = await client().get<Response>(`/faxes/${received?.id}/media`, { __binaryResponse: true })
    expect(Buffer.from(await media.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-/)
  })

  it('reports errors in the same way as those of the provider', async () => {
    await expect(client().faxes.create({ ...fax, to: 'Ada' })).rejects.toThrow(Telnyx.UnprocessableEntityError)
    await expect(client().faxes.create({ ...fax, media_url: 'http://169.254.169.254/' })).rejects.toMatchObject({
      status: 400,
      error: { errors: [{ code: '10015', source: { pointer: '/media_url' } }] },
    })
    await expect(client('KEY0').faxes.list()).rejects.toThrow(Telnyx.AuthenticationError)
    await expect(client().faxes.retrieve('00000000-0000-0000-0000-000000000000')).rejects.toThrow(Telnyx.NotFoundError)
  })
})
