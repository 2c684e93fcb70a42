import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookReport } from '@carebench/server/channels'
import { webhookDeliveries } from '@carebench/service'
import { Webhook } from 'standardwebhooks'
import { afterEach, expect, it } from 'vitest'
import { at, textAt } from '../contract/contract-testbed.js'
import { admission } from './mllp-peer.js'
import { openWiredWorld, type WiredContents, type WiredWorld } from './wired-world.js'

// A soak test, because webhooks wait before the first poll and before each retry: half a second per test.

interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const contents: WiredContents = {
  messages: [admission('IN1')],
  steps: [
    { type: 'receive_fax', from: '+15550100199', text: 'Referral of Ada Okafor.' },
    { type: 'receive_message', channel: 'sms', from: '+15550100198', body: 'Is my visit booked?' },
  ],
}
const quick = { webhookPauseMs: 5, webhookMs: 500 }
const opened: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

/** Starts a receiver that answers with one status after another, and with the last one from then on. */
async function receive(...statuses: number[]) {
  const received: ReceivedWebhook[] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      const status = statuses.length > 1 ? statuses.shift() : statuses[0]
      response.writeHead(status ?? 204, status === 302 ? { location: '/elsewhere' } : {}).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(() => new Promise((resolve) => server.close(resolve)))
  return { received, port: (server.address() as AddressInfo).port }
}

async function start(
  port: number,
  options: { host?: string; allowsPrivate?: boolean; attempts?: number } = {},
  of: WiredContents = contents,
) {
  const { host = '127.0.0.1', allowsPrivate = true, attempts = 3 } = options
  const reports: WebhookReport[] = []
  const world = await openWiredWorld(
    {
      kinds: ['mllp', 'sftp', 'webhook'],
      webhooks: {
        url: new URL(`http://${host}:${port}/arrivals`),
        allowsPrivate,
        // A name that resolves to a private address.
        resolve: (_, { all }, done) =>
          all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
      },
      onWebhook: (report) => reports.push(report),
      limits: { ...quick, webhookAttempts: attempts },
    },
    of,
  )
  opened.push(() => world.close())
  return { world, reports }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10))
}

const typeOf = ({ body }: ReceivedWebhook) => textAt(JSON.parse(body), 'type')

/** Requests an authorization, which the payer approves. */
function ask(world: WiredWorld) {
  const form = {
    patient_member_id: 'MBR-1',
    patient_name: 'Ada Okafor',
    patient_dob: '1961-04-30',
    procedure_code: '72148',
    diagnosis_codes: ['M54.16'],
    provider_npi: '1234567893',
    service_date: '2026-03-14',
    urgency: 'standard',
  }
  return world.agent('POST', 'portal/prior-auths', JSON.stringify(form), 'application/json')
}

it('delivers an event for everything that arrives, signed by Standard Webhooks', async () => {
  const { received, port } = await receive(204)
  const { world } = await start(port)
  await ask(world)
  await until(() => received.length >= 4)
  expect(received.map(typeOf).sort()).toEqual([
    'fax.received',
    'hl7.received',
    'message.received',
    'prior_auth.decided',
  ])
  const fax = received.find((one) => typeOf(one) === 'fax.received')
  const secret = textAt(world.sandboxOf('Fax'), 'wires', 0, 'secret')
  const headers = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(fax?.headers[name])]),
  )
  const body = new Webhook(secret).verify(fax?.body ?? '', headers)
  expect(at(body, 'data', 'sandbox_id')).toBe(textAt(world.sandboxOf('Fax'), 'id'))
  const page = await world.agent('GET', 'faxes?direction=inbound')
  expect(at(body, 'data', 'id')).toBe(textAt(page, 'data', 0, 'id'))
  expect(() => new Webhook(secret).verify(`${fax?.body} `, headers)).toThrow()
})

it('repeats an event that was not accepted, with the same id, until it gives up', async () => {
  const { received, port } = await receive(503, 302, 200)
  const { reports } = await start(port, { attempts: 3 })
  await until(() => reports.filter(({ outcome }) => outcome === 'delivered').length === 3)
  expect(reports.filter(({ outcome }) => outcome === 'retried')).toHaveLength(2)
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
  const failing = await receive(500)
  const other = await start(failing.port, { attempts: 2 })
  await until(() => other.reports.filter(({ outcome }) => outcome === 'dropped').length === 3)
  expect(failing.received).toHaveLength(6)
})

it('sends nothing more to a receiver that answers 410', async () => {
  const { received, port } = await receive(410)
  const { world, reports } = await start(port)
  await until(() => reports.length === 3)
  await world.close()
  expect(received).toHaveLength(3)
  expect(reports.every(({ outcome }) => outcome === 'dropped')).toBe(true)
})

it('connects to no private address, however it is written', async () => {
  const { received, port } = await receive(204)
  const tell = async (host: string) => {
    const { reports } = await start(port, { host, allowsPrivate: false, attempts: 1 })
    await until(() => reports.length === 3)
    return [host, ...reports.map(({ reason }) => reason)]
  }
  const hosts = ['127.0.0.1', '2130706433', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]', 'agent.example']
  // All at once, because each waits for its first poll.
  expect(await Promise.all(hosts.map(tell))).toEqual(
    hosts.map((host) => [host, ...Array(3).fill(expect.stringContaining('is not a public address'))]),
  )
  expect(received).toEqual([])
})

it('shows the owners of the run its webhooks, also after its end and not to the agent, \
until the run is deleted', async () => {
  const { received, port } = await receive(503, 204)
  const { world, reports } = await start(port)
  const { call, organizationKey, token, runId, taskRunId } = world
  await until(() => received.length === 4 && reports.length === 4)
  expect((await call(token, 'POST', `/v1/task-runs/${taskRunId}/complete`)).status).toBe(200)
  // Closing waits until the reports are stored.
  await world.close()
  const read = (type: string) => {
    const id = textAt(world.sandboxOf(type), 'id')
    return Promise.all([organizationKey, token].map((key) => call(key, 'GET', `/sandboxes/${id}`)))
  }
  const attempts: unknown[] = []
  for (const type of ['Fax', 'Message', 'HL7']) {
    const [own, ofAgent] = await read(type)
    expect(at(own?.body, 'webhooks')).toEqual([
      {
        id: expect.stringContaining(textAt(world.sandboxOf(type), 'id')),
        type: expect.stringMatching(/\.received$/),
        item_id: expect.any(String),
        host: '127.0.0.1',
        at: expect.any(String),
        attempt: expect.any(Number),
        outcome: 'delivered',
        status: 204,
      },
    ])
    attempts.push(at(own?.body, 'webhooks', 0, 'attempt'))
    expect(ofAgent?.status).toBe(401)
  }
  expect(attempts.sort()).toEqual([1, 1, 2])
  const { store } = world.service
  expect((await store.page(webhookDeliveries, { limit: 10 })).docs).toHaveLength(3)
  expect((await call(organizationKey, 'DELETE', `/benchmark-runs/${runId}`)).status).toBe(204)
  expect((await store.page(webhookDeliveries, { limit: 10 })).docs).toEqual([])
})

it('changes nothing in a run: log, evidence and score are the same without webhooks', async () => {
  const failing = await receive(500)
  const work = async (world: WiredWorld) => {
    await ask(world)
    await world.agent('PUT', 'files/outbound/report.csv', 'a,b\n')
    const events = await world.call(
      world.organizationKey,
      'GET',
      `/sandboxes/${textAt(world.sandboxOf('Fax'), 'id')}/events`,
    )
    const completed = await world.call(world.token, 'POST', `/v1/task-runs/${world.taskRunId}/complete`)
    expect(completed.status).toBe(200)
    const record = await world.call(world.organizationKey, 'GET', `/task-runs/${world.taskRunId}/record`)
    expect(record.status).toBe(200)
    return { events: events.body, completed: completed.body, record }
  }
  const without = await openWiredWorld({}, contents)
  opened.push(() => without.close())
  const { world, reports } = await start(failing.port)
  await until(() => reports.length >= 3)
  // Byte by byte: the record has the log, the evidence and the scores.
  expect(JSON.stringify(await work(world))).toBe(JSON.stringify(await work(without)))
})

it('delivers no decision from before the start of the agent, but one from before the first poll', async () => {
  const { received, port } = await receive(204)
  const decided = (auth_number: string) => ({
    type: 'set_portal_row' as const,
    resource: 'prior_auth_requests',
    row: { auth_number, status: 'approved', patient_member_id: 'MBR-1', procedure_code: '72148' },
  })
  const { world } = await start(port, {}, { steps: [decided('PA1'), { ...decided('PA2'), at_seconds: 0 }] })
  const asked = textAt(await ask(world), 'auth_number')
  await until(() => received.length >= 2)
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(received.map(({ body }) => textAt(JSON.parse(body), 'data', 'id')).sort()).toEqual(['PA2', asked].sort())
})
