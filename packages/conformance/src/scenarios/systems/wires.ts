import { type Answer, at, type Call, listAt } from '../../exchange/exchange.js'
import { absent, boolean, each, either, filled, Rule, same } from '../../expectation/pattern.js'
import type { AgentRun } from '../../scenario/agent-run.js'
import type { Kit, WirePlace } from '../../scenario/kit.js'
import { scenario } from '../../scenario/scenario.js'
import { must, textIn } from '../../scenario/unmet.js'

const none = 'No sandbox of this server has wires.'
const port = new Rule('a port', (value) => Number.isInteger(value) && Number(value) > 0 && Number(value) <= 65_535)
const place = { host: filled, port }
const url = /^https?:\/\/\S+[^/]$/

/** The additional members of each kind of channel. */
const members: Readonly<Record<string, object>> = {
  mllp: { tls: boolean, listener: either(absent, place) },
  sftp: { username: filled, password: filled, host_key_fingerprint: /^SHA256:\S+$/ },
  webhook: { url, secret: /^whsec_\S+$/ },
  'sms-api': { tls: boolean, url, username: filled, password: filled },
  'fax-api': { tls: boolean, url, password: filled },
}

const message =
  'MSH|^~\\&|EHR|CLINIC|HUB|SITE|||ADT^A01^ADT_A01|W1|P|2.5.1\rEVN||20260302\r' +
  'PID|1||100^^^CLINIC^MR||LARSEN^IDA\rPV1|1|O\r'
const refused = message.replace('|W1|', '|W2|').replace('LARSEN^IDA', 'NOBODY')
const er7 = { 'content-type': 'x-application/hl7-v2+er7' }
const sms = { to: '+15550100142', body: 'Your visit is booked.' }
const fax = { to: '+15550100142', text: 'Referral of Ida Larsen.' }

type Wire = Readonly<Record<string, unknown>>

function toPlace({ host, port, tls }: Wire): WirePlace {
  return { host: String(host), port: Number(port), tls: tls === true }
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** An agent's action over HTTP, and the same action over a channel; both return the system's response. */
const ways: Readonly<Record<string, { readonly http: (system: Call) => Promise<unknown>; readonly wire: ByWire }>> = {
  mllp: {
    async http(system) {
      const sent = [await system('POST', 'hl7/outbound', bytes(message), er7)]
      sent.push(await system('POST', 'hl7/outbound', bytes(refused), er7))
      return sent.map(({ body }) => acknowledgment(String(at(body, 'ack'))))
    },
    async wire(wire, exchange) {
      const answers = await exchange(
        toPlace(wire),
        `\x0b${message}\x1c\r\x0b${refused}\x1c\r`,
        (text) => text.split('\x1c\r').length > 2,
      )
      return answers.text.split('\x1c\r').slice(0, 2).map(acknowledgment)
    },
  },
  'sms-api': {
    async http(system) {
      const { status, body } = await system('POST', 'messages', { channel: 'sms', ...sms })
      return { status, to: at(body, 'to'), state: at(body, 'status') }
    },
    async wire(wire, exchange) {
      const authorization = `Basic ${btoa(`${wire.username}:${wire.password}`)}`
      const form = new URLSearchParams({ To: sms.to, From: sms.to, Body: sms.body }).toString()
      const target = `/2010-04-01/Accounts/${wire.username}/Messages.json`
      const type = 'application/x-www-form-urlencoded'
      const { status, body } = await post(exchange, wire, { target, authorization, type, body: form })
      return { status, to: at(body, 'to'), state: at(body, 'status') }
    },
  },
  'fax-api': {
    // The channel responds with another HTTP status, so it is not compared.
    async http(system) {
      const document = { media_type: 'text/plain', content_base64: btoa(fax.text) }
      const { body } = await system('POST', 'faxes', { to_number: fax.to, document_type: 'other', ...document })
      return { to: at(body, 'to_number'), state: at(body, 'status'), pages: at(body, 'pages') }
    },
    async wire(wire, exchange) {
      const body = JSON.stringify({ to: fax.to, from: fax.to, media_url: `data:text/plain;base64,${btoa(fax.text)}` })
      const request = { authorization: `Bearer ${wire.password}`, type: 'application/json', body, target: '/faxes' }
      const answer = await post(exchange, wire, request)
      const sent = at(answer.body, 'data')
      return { to: at(sent, 'to'), state: at(sent, 'status'), pages: at(sent, 'page_count') }
    },
  },
}

type ByWire = (wire: Wire, exchange: Kit['exchange']) => Promise<unknown>

/** Returns the segment that says whether a message was accepted. */
function acknowledgment(text: string): string {
  return text.split('\r').find((segment) => segment.startsWith('MSA|')) ?? text
}

async function post(
  exchange: Kit['exchange'],
  wire: Wire,
  { target, authorization, type, body }: Readonly<Record<'target' | 'authorization' | 'type' | 'body', string>>,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const { pathname, host } = new URL(String(wire.url))
  const head = [
    `POST ${pathname === '/' ? '' : pathname}${target} HTTP/1.1`,
    `host: ${host}`,
    `authorization: ${authorization}`,
    `content-type: ${type}`,
    `content-length: ${bytes(body).length}`,
    'connection: close',
  ]
  const { text } = await exchange(toPlace(wire), `${head.join('\r\n')}\r\n\r\n${body}`, () => false)
  const [, status = '', json = ''] = /^HTTP\/1\.1 (\d{3})[\s\S]*?\r\n\r\n([\s\S]*)$/.exec(text) ?? []
  try {
    return { status: Number(status), body: JSON.parse(json) }
  } catch {
    return { status: Number(status), body: text }
  }
}

export const wires = scenario({
  name: 'Wires',
  ids: ['wires.members', 'wires.shape', 'wires.lists', 'wires.same', 'wires.ended'],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const rejecting = { reject: [{ where: { 'PID-5.1': 'NOBODY' }, code: 'AE', reason: 'Unknown patient.' }] }
    const nothing = { label: 'nothing was sent', assertion: { assert: 'hl7-structural', count: 0 } }
    const { reference } = await k.publish({
      name: 'wired',
      simulators: [
        { type: 'HL7', name: 'interface', config: rejecting },
        { type: 'Files', name: 'exchange' },
        { type: 'Message', name: 'messages' },
        { type: 'Fax', name: 'fax' },
      ],
      tasks: [{ criteria: [{ ...nothing, assertion: { ...nothing.assertion, correlate_by: { 'MSH-9.1': 'ADT' } } }] }],
    })
    const open = async () => {
      const run = await k.createRun(reference)
      const started = must(await run.start(), 200)
      return { run, started, sandboxes: listAt(started.body, 'sandboxes') }
    }
    const { run, started, sandboxes } = await open()
    const wired = sandboxes.filter((sandbox) => at(sandbox, 'wires') !== undefined)
    const first = await k.call('GET', `/sandboxes/${at(sandboxes[0], 'id')}`)
    const listed = await k.call('GET', `/sandboxes?playground_id=${textIn(first, 'playground_id')}`)
    k.answer('wires.lists', listed, { body: { data: each({ wires: absent }, sandboxes.length) } })
    if (wired.length === 0) {
      for (const id of ['wires.members', 'wires.shape', 'wires.same', 'wires.ended'] as const) k.notApplicable(id, none)
      return
    }
    for (const sandbox of wired) {
      const own = listAt(sandbox, 'wires')
      const read = await k.call('GET', `/sandboxes/${at(sandbox, 'id')}`)
      k.answer('wires.members', read, { status: 200, body: { wires: same(own) } })
      for (const wire of own) {
        const kind = String(at(wire, 'kind'))
        k.value('wires.shape', wire, { kind: filled, ...place, ...members[kind] }, started)
      }
    }
    await k.part(() => compare(k, run, sandboxes, open))
    await k.part(() => end(k, run, wired))
  },
})

/** Runs the same actions over HTTP in one run and over channels in another, and compares what they leave. */
async function compare(
  k: Kit<'wires.same'>,
  byWire: AgentRun,
  sandboxes: readonly unknown[],
  open: () => Promise<{ readonly run: AgentRun; readonly sandboxes: readonly unknown[] }>,
): Promise<void> {
  const other = await open()
  let compared = 0
  for (const sandbox of sandboxes) {
    for (const wire of listAt(sandbox, 'wires') as Wire[]) {
      const way = ways[String(wire.kind)]
      if (way === undefined) continue
      compared++
      const twin = other.sandboxes.find((one) => at(one, 'type') === at(sandbox, 'type'))
      const answers = [await way.wire(wire, k.exchange), await way.http(other.run.system)] as const
      k.value('wires.same', { kind: wire.kind, answer: answers[0] }, { answer: same(answers[1]) })
      const [events, expected] = [await listEvents(k, sandbox), await listEvents(k, twin)]
      k.value('wires.same', events.eventData, same(expected.eventData), events.answer, expected.answer)
    }
  }
  const [ended, expected] = [must(await byWire.complete(), 200), must(await other.run.complete(), 200)]
  const result = ({ body }: Answer) => ({ score: at(body, 'score'), verdict: at(body, 'verdict') })
  if (compared === 0) k.notApplicable('wires.same', 'The kit speaks none of the wires of this server.')
  else k.value('wires.same', result(ended), same(result(expected)), ended, expected)
}

/** Returns the events of a sandbox without ids and times, which differ between runs. */
async function listEvents(
  k: Kit<'wires.same'>,
  sandbox: unknown,
): Promise<{ readonly eventData: unknown; readonly answer: Answer }> {
  const answer = await k.call('GET', `/sandboxes/${at(sandbox, 'id')}/events?limit=100`)
  const eventData = listAt(answer.body, 'data').map((event) => {
    const data = Object.entries(Object(at(event, 'data'))).filter(([name]) => name !== 'id')
    return { type: at(event, 'type'), actor: at(event, 'actor'), data: Object.fromEntries(data) }
  })
  return { eventData, answer }
}

async function end(k: Kit<'wires.ended'>, run: AgentRun, wired: readonly unknown[]): Promise<void> {
  must(await run.complete(), 200)
  for (const sandbox of wired) {
    const read = await k.call('GET', `/sandboxes/${at(sandbox, 'id')}`)
    k.answer('wires.ended', read, { body: { wires: absent } })
    for (const wire of listAt(sandbox, 'wires') as Wire[]) {
      // Other channels share one port among sandboxes.
      if (wire.kind === 'mllp')
        k.value('wires.ended', { closes: await k.closes(toPlace(wire)) }, { closes: true }, read)
    }
  }
}

/** Maximum number of sandboxes started to exhaust the ports of a server. */
const maxStarts = 8

/** Checks servers with few ports, such as one started for this check; the ports of other servers are left alone. */
export const portsOfWires = scenario({
  name: 'Ports of wires',
  ids: ['wires.none-left'],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const { reference } = await k.publish({
      name: 'wired-often',
      simulators: [{ type: 'HL7', name: 'interface' }],
      tasks: [{ criteria: [{ label: 'nothing was sent', assertion: { assert: 'hl7-structural', count: 0 } }] }],
    })
    const started: { readonly run: AgentRun; readonly place: WirePlace }[] = []
    try {
      for (let count = 0; count < maxStarts; count++) {
        const run = await k.createRun(reference)
        const answer = await run.start()
        const wire = (listAt(at(answer.body, 'sandboxes', 0), 'wires') as Wire[]).find(({ kind }) => kind === 'mllp')
        if (wire !== undefined) {
          started.push({ run, place: toPlace(wire) })
          continue
        }
        const [first] = started
        if (first === undefined) return k.notApplicable('wires.none-left', none)
        k.answer('wires.none-left', answer, { status: 503, body: { error: { code: 'UNAVAILABLE' } } })
        must(await first.run.complete(), 200)
        await k.closes(first.place)
        k.answer('wires.none-left', await k.available(() => run.start()), { status: 200 })
        await run.complete()
        return
      }
      k.notApplicable('wires.none-left', `The server has ports for ${maxStarts} sandboxes and more.`)
    } finally {
      for (const { run } of started) await run.complete()
    }
  },
})
