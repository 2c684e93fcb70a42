import { type BenchmarkDefinition, limits, systemClock } from '@carebench/protocol'
import { callInMemory, createRequest, publishBenchmark, type Service } from '@carebench/service'
import { beforeAll, expect, it } from 'vitest'
import { readText } from '../../tools/bench/worst/world.js'
import { createInMemoryService } from '../in-memory-service.js'
import { countTurns } from './count-turns.js'

const definition: BenchmarkDefinition = {
  name: 'limits',
  environment: {
    name: 'All that take large bodies',
    simulators: ['FHIR', 'Payer', 'HL7', 'Files', 'X12'].map((type) => ({ type, name: type })),
    datasets: [
      {
        type: 'FHIR',
        name: 'patients',
        config: {
          bundle: {
            resourceType: 'Bundle',
            type: 'collection',
            entry: [{ resource: { resourceType: 'Patient', id: 'p1' } }],
          },
        },
      },
    ],
  },
  tasks: [
    {
      name: 'write a table',
      criteria: [
        {
          label: 'There is a row',
          axis: 'correctness',
          assertion: { assert: 'sftp-file-present', path: 'outbound/*.csv', fields: [{ path: 'a', expected: '1' }] },
        },
      ],
    },
  ],
}

let service: Service
let keys: { readonly organizationKey: string; readonly solverKey: string }

beforeAll(async () => {
  service = createInMemoryService(systemClock)
  keys = await service.provisionOrganization('Alder Creek')
  await publishBenchmark(callInMemory(service, keys.organizationKey), definition, { allowFindings: true })
})

/** A started task run, and calls of its agent. */
async function start() {
  const call = async (token: string, method: string, target: string, body?: string, type = 'application/json') => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type }
    const request = createRequest(method, target, headers, body === undefined ? undefined : Buffer.from(body))
    const { result, turns } = await countTurns(() => service.handle(request))
    return { status: result.status, text: readText(result), turns }
  }
  const created = await call(keys.solverKey, 'POST', '/v1/benchmark-runs', '{"benchmark":"limits@1"}')
  const { benchmark_run_id, bearer_token, task_runs } = JSON.parse(created.text)
  const [{ id, start_url, complete_url }] = task_runs
  await call(bearer_token, 'POST', start_url)
  const path = `/v1/benchmark-runs/${benchmark_run_id}`
  return {
    agent: (method: string, target: string, body?: string, type?: string) =>
      call(bearer_token, method, `${path}/${target}`, body, type),
    complete: () => call(bearer_token, 'POST', complete_url),
    record: () => call(keys.organizationKey, 'GET', `/task-runs/${id}/record`),
  }
}

function writeList(text: string, count: number): string {
  return `[${`${text},`.repeat(count - 1)}${text}]`
}

const fhirJson = 'application/fhir+json'
const isa = 'ISA*00*          *00*          *ZZ*9900090017     *ZZ*CLEARINGHOUSE  *260302*1800*^*00501*456830165*0*T*:~'
const header = 'MSH|^~\\&|A|B|C|D|20260302||ADT^A08|1|P|2.5.1\r'
const manyNames = `{${Array.from({ length: limits.jsonMembers + 1 }, (_, index) => `"k${index}":1`).join(',')}}`

it.each<[string, string, string, string, string, number, string]>([
  ['4 million objects', 'POST', 'fhir/Patient', writeList('{}', 4_000_000), fhirJson, 400, '1000000 JSON values'],
  [
    'a third of a million objects',
    'POST',
    'fhir/Patient',
    writeList('{}', 340_000),
    fhirJson,
    400,
    '100000 JSON values',
  ],
  ['an object of many names', 'POST', 'portal/prior-auths', manyNames, 'application/json', 400, '10000 members'],
  ['16,000 messages', 'POST', 'hl7/outbound', header.repeat(16_000), 'text/plain', 413, '1000 messages'],
  ['half a million segments', 'POST', 'hl7/outbound', header + 'Z\r'.repeat(5e5), 'text/plain', 413, '50000 segments'],
  ['segments of X12', 'POST', 'clearinghouse/claims', isa + 'HL*1~'.repeat(2e5), 'application/edi-x12', 413, '8000'],
])(
  '%s are rejected with an error that names the limit, and nothing of them is kept',
  async (_, method, target, body, type, status, limit) => {
    const { agent, complete, record } = await start()
    const refused = await agent(method, target, body, type)
    expect([refused.status, refused.text]).toEqual([status, expect.stringContaining(limit)])
    await complete()
    const sealed = await record()
    expect(sealed.status).toBe(200)
    expect(sealed.text.length).toBeLessThan(100_000)
  },
)

it('keeps little of the requests that a system rejects, however many there are', async () => {
  const { agent, complete, record } = await start()
  const body = JSON.stringify({ resourceType: 'Basic', extension: Array.from({ length: 300_000 }, () => ({})) })
  const large = body.padEnd(limits.body + 1)
  for (let times = 0; times < 5; times++) {
    expect((await agent('POST', 'fhir/Patient', large, fhirJson)).status).toBe(400)
  }
  await complete()
  expect((await record()).text.length).toBeLessThan(100_000)
})

it.each(['batch', 'transaction'])('answers others during a %s of 10,000 entries', async (type) => {
  const { agent, complete, record } = await start()
  const entry = Array.from({ length: 10_000 }, (_, index) => ({
    resource: { resourceType: 'Observation', status: 'final', code: { text: `c${index}` } },
    request: { method: 'POST', url: 'Observation', ifNoneExist: `code:text=c${index}` },
  }))
  const { status, turns } = await agent(
    'POST',
    'fhir',
    JSON.stringify({ resourceType: 'Bundle', type, entry }),
    fhirJson,
  )
  expect(status).toBe(200)
  expect(turns).toBeGreaterThan(20)
  await complete()
  const sealed = await record()
  expect(sealed.status).toBe(200)
  expect(sealed.turns).toBeGreaterThan(20)
})

it('answers others while large files are written and judged', async () => {
  const { agent, complete } = await start()
  const table = await agent('PUT', 'files/outbound/a.csv', `a,b\n${'1,2\n'.repeat(19_000)}`, 'text/csv')
  const large = await agent('PUT', 'files/outbound/b.bin', '\xff'.repeat(7_000_000), 'application/octet-stream')
  expect([table.status, large.status, large.turns > 2]).toEqual([201, 201, true])
  expect((await complete()).status).toBe(200)
})
