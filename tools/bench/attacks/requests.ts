import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { deflateSync } from 'node:zlib'
import { readPdfInWorker } from '@carebench/server'
import { createRequest } from '@carebench/service'
import { measureStretches } from '../worst/stretches.js'
import { createWorld } from '../worst/world.js'

// Sends the requests of attackers one after another, and posts the figures of all of them.

/** What one request cost. */
export interface AttackFigures {
  readonly attack: string
  /** What it cost on 2026-11-22, before the service was hardened. */
  readonly before: string | undefined
  readonly status: number
  /** Milliseconds of CPU. */
  readonly cpu: number
  /** The most milliseconds of CPU without a pause. */
  readonly longest: number
  /** Bytes of the heap that are kept after a full collection. */
  readonly kept: number
}

/** Scales the size of each request; 1 is the full size. */
const { share }: { readonly share: number } = workerData

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function usedHeap(): number {
  collect()
  return getHeapStatistics().used_heap_size
}

/** Returns a PDF of one page in base64. Its content has 2.6 kB and inflates to 300 MB at full size. */
function nestedPdf(): string {
  let content: Uint8Array = Buffer.alloc(Math.ceil(300_000_000 * share), ' ')
  for (let times = 0; times < 3; times++) content = deflateSync(content)
  const filter = '/Filter [/FlateDecode /FlateDecode /FlateDecode]'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
    `<< /Length ${content.length} ${filter} >>\nstream\n${Buffer.from(content).toString('latin1')}\nendstream`,
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Size 5 /Root 1 0 R >>\n%%EOF\n`, 'latin1').toString('base64')
}

function makeBundle(type: string, condition: boolean): string {
  const entry = Array.from({ length: Math.ceil(3000 * share) }, (_, number) => ({
    resource: { resourceType: 'Observation', status: 'final', code: { text: `c${number}` } },
    request: {
      method: 'POST',
      url: 'Observation',
      ...(condition && { ifNoneExist: `code:text=c${number}` }),
    },
  }))
  return JSON.stringify({ resourceType: 'Bundle', type, entry })
}

const world = await createWorld(0, { readDocument: (document) => readPdfInWorker(document) })
const run = `/v1/benchmark-runs/${world.ids.get('/v1/benchmark-runs')}`
const { runToken = '', organizationKey = '' } = world.tokens
const count = (full: number): number => Math.ceil(full * share)
const fhirJson = 'application/fhir+json'
const fax = {
  to_number: '+15550100142',
  document_type: 'referral',
  media_type: 'application/pdf',
  content_base64: nestedPdf(),
}
const pattern = '(a|b)*c'.repeat(count(1300))
const criterion = {
  task_id: world.ids.get('/tasks'),
  label: 'A pattern',
  axis: 'correctness',
  assertion: { assert: 'sftp-file-present', path: 'a', text: { $regex: pattern } },
}
const message = 'MSH|^~\\&|A|B|C|D|||ADT^A08|1|P|2.5.1\r'

const taskRun = `/task-runs/${world.ids.get('/v1/task-runs')}`
/**
 * What each request cost on 2026-11-22, before the service was hardened. The record was then read after a single body
 * of 4 million `{}`.
 */
const earlier: Readonly<Record<string, string>> = {
  'a fax with a PDF of nested Flate': '19 s, 2.7 GB',
  '4 million {} (12 MB)': '5 s, 256 MB kept',
  'a $regex of 9 kB': '3 s',
  '16,000 HL7 messages': '8.6 s',
  'a batch of 3,000 creates': '1.1–1.8 s with 10,000',
  'a transaction of 3,000 creates': '1.1–1.8 s with 10,000',
  '3,000 conditional creates': '1.1–1.8 s with 10,000',
  'the record after all of them': 'up to 55 s',
}

const attacks: readonly (readonly [string, string, string, string, string, string | undefined])[] = [
  ['a fax with a PDF of nested Flate', runToken, 'POST', `${run}/faxes`, 'application/json', JSON.stringify(fax)],
  ['4 million {} (12 MB)', runToken, 'POST', `${run}/fhir/Patient`, fhirJson, `[${'{},'.repeat(count(4e6) - 1)}{}]`],
  ['a $regex of 9 kB', organizationKey, 'POST', '/criteria', 'application/json', JSON.stringify(criterion)],
  ['16,000 HL7 messages', runToken, 'POST', `${run}/hl7/outbound`, 'text/plain', message.repeat(count(16_000))],
  ['a batch of 3,000 creates', runToken, 'POST', `${run}/fhir`, fhirJson, makeBundle('batch', false)],
  ['a transaction of 3,000 creates', runToken, 'POST', `${run}/fhir`, fhirJson, makeBundle('transaction', false)],
  ['3,000 conditional creates', runToken, 'POST', `${run}/fhir`, fhirJson, makeBundle('batch', true)],
  ['the completion after all of them', runToken, 'POST', `/v1${taskRun}/complete`, 'application/json', '{}'],
  ['the record after all of them', organizationKey, 'GET', `${taskRun}/record`, '', undefined],
]

/** The requests with their bodies encoded, so that the figures do not include the encoding. */
const requests = attacks.map(([attack, token, method, target, type, body]) => ({
  attack,
  request: {
    method,
    target,
    headers: { authorization: `Bearer ${token}`, ...(type !== '' && { 'content-type': type }) },
    bytes: body === undefined ? undefined : new TextEncoder().encode(body),
  },
}))

const figures: AttackFigures[] = []
for (const {
  attack,
  request: { method, target, headers, bytes },
} of requests) {
  const before = usedHeap()
  const { result, cost } = await measureStretches(() =>
    world.service.handle(createRequest(method, target, headers, bytes)),
  )
  if (result.status >= 500) throw new Error(`${attack}: ${result.status} ${String(result.body)}`)
  figures.push({
    attack,
    before: earlier[attack],
    status: result.status,
    ...cost,
    kept: Math.max(0, usedHeap() - before),
  })
}
parentPort?.postMessage(figures)
