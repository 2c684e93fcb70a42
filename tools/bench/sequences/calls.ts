import { payerWriters } from './payer-calls.js'
import type { AgentCall, AgentCalls, AgentResponse, Knowledge } from './sequence.js'
import { each, fhirJson, json, post, type Texts, type Writer } from './writer.js'

function observation(text: string, number: number) {
  const code = { coding: [{ system: 'https://example.org/codes', code: `c${number}` }], text: 'note' }
  const subject = { reference: 'Patient/p1' }
  return { resourceType: 'Observation', status: 'final', code, subject, valueString: text, note: [{ text }] }
}

export function communication(text: string) {
  return { resourceType: 'Communication', status: 'completed', payload: [{ contentString: text }] }
}

const telephone = /\+1\d{10}\b/g

/** Finds up to five telephone numbers in the task and in the chart; returns one of no use if there are none. */
function* findNumbers({ taskItem, endpoints }: Knowledge): Generator<AgentCall, readonly string[], AgentResponse> {
  const found = new Set(JSON.stringify(taskItem).match(telephone))
  if (endpoints.fhir !== undefined) {
    for (const type of ['Organization', 'Practitioner', 'Patient']) {
      const { text } = yield { method: 'GET', group: 'fhir', path: `/${type}?_count=50` }
      for (const number of text.replaceAll(/[ ().-]/g, '').match(telephone) ?? []) found.add(number)
    }
  }
  return found.size === 0 ? ['+15550100142'] : [...found].slice(0, 5)
}

/** Returns a writer that sends each text to one of the numbers found, in a body that `make` returns. */
function toNumbers(make: (text: string, to: string) => unknown): Writer {
  return function* (knowledge, group, texts) {
    const numbers = yield* findNumbers(knowledge)
    for (let number = 0; number < texts.count; number++) {
      yield { group, ...post(make(texts.at(number), numbers[number % numbers.length] ?? '')) }
    }
  }
}

/** Calls a number and says the texts. Calls the next number when the other side has hung up, at most 20 times. */
function* speak(knowledge: Knowledge, group: string, texts: Texts): AgentCalls {
  const numbers = yield* findNumbers(knowledge)
  let calls = 0
  let call: string | undefined
  for (let number = 0; number < texts.count && calls < 20; number++) {
    if (call === undefined) {
      const { text } = yield { group, ...post({ to: numbers[calls++ % numbers.length] }, '/calls') }
      call = JSON.parse(text).id
    }
    const turns = `/calls/${call}/turns`
    const { status, text } = yield { group, ...post({ text: texts.at(number) }, turns) }
    if (status >= 400 || JSON.parse(text).status === 'ended') call = undefined
  }
}

function* bundle(_: Knowledge, group: string, texts: Texts): AgentCalls {
  for (const type of ['batch', 'transaction']) {
    const entry = Array.from({ length: Math.ceil(texts.count / 2) }, (_, number) => ({
      resource: observation(texts.at(number), number),
      request: { method: 'PUT', url: `Observation?code=c${number}` },
    }))
    yield { group, ...post({ resourceType: 'Bundle', type, entry }, '', fhirJson) }
  }
}

const header = 'MSH|^~\\&|A|B|C|D|||'

function segmentText(text: string): string {
  return text.replaceAll(/[\r\n|^&~\\]/g, ' ')
}

/** Drafts an order with each text and sends it to the CDS services in turn. */
function* order(_: Knowledge, group: string, texts: Texts): AgentCalls {
  const { text: listed } = yield { method: 'GET', group, path: '/cds-services' }
  const services: readonly { id: string; hook: string }[] = JSON.parse(listed).services ?? []
  for (let number = 0; number < texts.count; number++) {
    const { id = 'any', hook = 'order-sign' } = services[number % Math.max(1, services.length)] ?? {}
    const [text, code] = [texts.at(number), { coding: [{ code: '72148' }], text: texts.at(number) }]
    const resource = {
      resourceType: 'ServiceRequest',
      id: 'draft',
      status: 'draft',
      intent: 'order',
      code,
      note: [{ text }],
    }
    const draftOrders = { resourceType: 'Bundle', type: 'collection', entry: [{ resource }] }
    const context = { userId: 'Practitioner/p1', patientId: 'p1', draftOrders, selections: ['ServiceRequest/draft'] }
    yield {
      group,
      ...post({ hook, hookInstance: 'd1577c69-dfbe-44ad-ba6d-3e05e953b2ea', context }, `/cds-services/${id}`),
    }
  }
}

/** Calls the MCP tools in turn, each with a text in all its string arguments, 50 calls in a batch. */
function* callTools(_: Knowledge, group: string, texts: Texts): AgentCalls {
  const { text: listed } = yield { group, ...post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) }
  const tools: readonly { name: string; inputSchema: { properties?: Record<string, { type?: unknown }> } }[] =
    JSON.parse(listed).result?.tools ?? []
  // `submit` would end the task run, and waits would take time.
  const used = tools.filter(({ name }) => !/^(submit|start_task|wait)/.test(name))
  for (let from = 0; from < texts.count; from += 50) {
    const batch = Array.from({ length: Math.min(50, texts.count - from) }, (_, index) => {
      const tool = used[(from + index) % used.length]
      const members = Object.entries(tool?.inputSchema.properties ?? {})
      const filled = members.map(([name, { type }]) => [name, type === 'string' ? texts.at(from + index) : undefined])
      const params = { name: tool?.name, arguments: Object.fromEntries(filled) }
      return { jsonrpc: '2.0', id: from + index, method: 'tools/call', params }
    })
    yield { group, ...post(batch) }
  }
}

function authorization(text: string, number: number) {
  return {
    patient_member_id: `MBR-${1000 + (number % 9)}`,
    patient_name: 'Jordan Sample',
    patient_dob: '1961-04-30',
    procedure_code: '72148',
    diagnosis_codes: ['M54.16'],
    provider_npi: '1234567893',
    service_date: '2026-03-14',
    urgency: 'standard',
    clinical_notes: text,
    attachments: [{ document_type: 'clinical_note', text }],
  }
}

function file(ending: string, type: string): Writer {
  return each((text, number) => ({ method: 'PUT', path: `/outbound/f${number}.${ending}`, type, body: text }))
}

/** Functions that send texts to a system, by its group and then by a name for readers. */
export const writers: Readonly<Record<string, Readonly<Record<string, Writer>>>> = {
  fhir: {
    'Observations with a text': each((text, number) => post(observation(text, number), '/Observation', fhirJson)),
    'Communications with a text': each((text) => post(communication(text), '/Communication', fhirJson)),
    'versions of a Communication': each((text) => {
      const resource = { ...communication(text), id: 'told' }
      return { method: 'PUT', path: '/Communication/told', type: fhirJson, body: JSON.stringify(resource) }
    }),
    'a batch and a transaction of conditional updates': bundle,
  },
  portal: {
    'prior authorizations with notes': each((text, number) => post(authorization(text, number), '/prior-auths')),
  },
  payer: payerWriters,
  hl7: {
    'messages with notes': each((text, number) => ({
      method: 'POST',
      path: '/outbound',
      type: 'x-application/hl7-v2+er7',
      body: [
        `${header}ADT^A08|${number}|P|2.5.1\rEVN|A08|20260302\rPID|1||1||A^B\rPV1|1|O\r`,
        `NTE|1||${segmentText(text)}\r`,
      ].join(''),
    })),
    'messages of segments': each((text, number) => ({
      method: 'POST',
      path: '/outbound',
      type: 'x-application/hl7-v2+er7',
      body: `${header}ADT^A08|${number}|P|2.5.1\r${text}`,
    })),
  },
  clearinghouse: {
    inquiries: each((text, number) => post({ patient_id: `p${number}`, service_type: text }, '/eligibility')),
    claims: each((text, number) => {
      const lines = Array.from({ length: 10 }, () => ({ procedure_code: '83036', charge: 42 }))
      return post(
        { patient_id: 'p1', claim_id: `C${number}`, diagnosis_codes: ['E11.9'], lines, note: text },
        '/claims',
      )
    }),
    interchanges: each((text) => ({ method: 'POST', path: '/claims', type: 'application/edi-x12', body: text })),
  },
  files: {
    'tables in the outbound folder': file('csv', 'text/csv'),
    'texts in the outbound folder': file('txt', 'text/plain'),
    'JSON in the outbound folder': file('json', json),
  },
  faxes: {
    faxes: toNumbers((text, to_number) => ({ to_number, document_type: 'referral', text })),
  },
  messages: {
    messages: toNumbers((body, to) => ({ channel: 'sms', to, body })),
    'e-mails': toNumbers((body) => ({ channel: 'email', to: 'desk@example.org', body })),
  },
  voice: { 'calls and turns': speak },
  cds: { 'draft orders': order },
  mcp: { 'calls of all tools': callTools },
  wait: {
    waits: each(() => post({ until: 'event', at_most_seconds: 0.01 })),
  },
}

const lists: Readonly<Record<string, readonly string[]>> = {
  fhir: [
    '/Patient?_count=1000',
    '/Observation?_count=1000',
    '?_sort=-_lastUpdated&_count=1000',
    '/_history?_count=500',
  ],
  portal: ['/prior-auths?limit=100', '/patients?limit=100', '/requirements?procedure_code=72148'],
  payer: ['/cds-services', '/fhir/metadata'],
  hl7: ['/inbox?limit=100'],
  clearinghouse: ['/transactions?limit=100'],
  files: ['/outbound?limit=100', '/inbox?limit=100'],
  faxes: ['?limit=100'],
  messages: ['?limit=100'],
  voice: ['/calls?limit=100'],
  cds: ['/cds-services'],
}

/** Reads all lists of a system, and that `times` times. */
export function* readLists(group: string, times: number): AgentCalls {
  const paths = lists[readSystem(group)] ?? []
  for (let time = 0; time < times; time++) for (const path of paths) yield { method: 'GET', group, path }
}

/** Returns a group without the key of one of several systems of a type: `portal` for `portal@cascade`. */
export function readSystem(group: string): string {
  return group.split('@', 1)[0] ?? group
}
