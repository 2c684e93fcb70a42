import type { Json, World } from './world.js'

/** A request that is meant to take much time or memory. */
export interface WorstRequest {
  /** The method and the path in the OpenAPI document, such as `POST /tasks`. */
  readonly operation: string
  /** Describes what is sent, for readers. */
  readonly input: string
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
}

interface Content {
  readonly input: string
  readonly text?: string
  readonly query?: string
  readonly type?: string
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

/**
 * Returns requests to every operation of a service's document: generic ones made from the examples, and ones written
 * for that operation. The last ones end the run.
 *
 * @param size - maximum bytes of a body made from an example
 * @param maxEach - maximum number of requests of each kind to an operation
 */
export function worstRequests(
  world: World,
  { size, maxEach }: { readonly size: number; readonly maxEach: number },
): readonly WorstRequest[] {
  const requests: WorstRequest[] = []
  const last: WorstRequest[] = []
  for (const [path, item] of Object.entries<Json>(world.document.paths)) {
    for (const method of methods) {
      const described = item[method]
      if (described === undefined) continue
      const operation = `${method.toUpperCase()} ${path}`
      const own = known.get(operation.replace('/sandboxes/{id}/', '/v1/benchmark-runs/{id}/'))?.() ?? []
      const any = makeContents(method, described, size)
      for (const content of [...any.slice(-maxEach), ...own.slice(-maxEach)]) {
        const request = toWorstRequest(world, operation, described, content)
        if (ending.test(operation)) last.push(request)
        else requests.push(request)
      }
    }
  }
  return [...requests, ...last]
}

/** Matches operations that end a run or a playground, or read everything that happened in it. */
const ending = /\/(complete|cancel|teardown|record)$|^DELETE \/(?!sandboxes|v1)/

function toWorstRequest(world: World, operation: string, described: Json, content: Content): WorstRequest {
  const [method = '', path = ''] = operation.split(' ')
  const [scheme = ''] = (described.security ?? []).flatMap((one: object) => Object.keys(one))
  const token = world.tokens[scheme]
  const target = filled(world, path, described.parameters ?? [])
  return {
    operation,
    input: content.input,
    method,
    target: content.query === undefined ? target : `${target}?${content.query}`,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(content.type !== undefined && { 'content-type': content.type }),
    },
    body: content.text === undefined ? undefined : new TextEncoder().encode(content.text),
  }
}

/** Returns a path with ids of the world, or with the document's examples where the world has none. */
function filled({ ids }: World, path: string, parameters: readonly Json[]): string {
  const [, group] = /^\/sandboxes\/\{id\}\/(\w+)/.exec(path) ?? []
  return path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const before = path.slice(0, path.indexOf(`/${whole}`))
    if (group !== undefined && name === 'id') return ids.get(`/sandboxes of ${group}`) ?? ids.get('/sandboxes') ?? '1'
    const id = ids.get(before)
    if (id !== undefined) return encodeURIComponent(id)
    if (name === 'type') return 'Observation'
    const parameter = parameters.find((one) => one.name === name)
    if (parameter?.schema?.type === 'integer') return '1'
    return encodeURIComponent(/`([^`]+)`/.exec(parameter?.description ?? '')?.[1] ?? 'o1')
  })
}

/** Returns an example with its `at_most_seconds` shortened to 0.1, so that no request waits half a minute. */
function withoutRest(example: Json): Json {
  return example?.at_most_seconds === undefined ? example : { ...example, at_most_seconds: 0.1 }
}

/** Returns the generic contents for an operation: long queries, and bodies made from its examples. */
function makeContents(method: string, { parameters = [], requestBody }: Json, size: number): readonly Content[] {
  const queries = parameters.filter((one: Json) => one.in === 'query').map((one: Json) => one.name)
  const long = 'a%20'.repeat(Math.floor(12_000 / 4 / Math.max(1, queries.length)))
  const contents: Content[] = [
    { input: 'nothing but the path' },
    {
      input: 'a query of 12 kB',
      query: queries.map((name: string) => `${encodeURIComponent(name)}=${long}`).join('&'),
    },
  ]
  const bodies = Object.entries<Json>(requestBody?.content ?? {})
  for (const [type, { example, examples }] of bodies) {
    const shown = withoutRest(example ?? Object.values<Json>(examples ?? {})[0]?.value)
    if (type.includes('json')) {
      for (const [input, value] of listVariants(shown ?? {}, size))
        contents.push({ input, type, text: JSON.stringify(value) })
      contents.push({ input: 'an array in an array, 100 times', type, text: `${'['.repeat(100)}${']'.repeat(100)}` })
    } else {
      contents.push({ input: 'the example, repeated', type, text: repeated(String(shown ?? 'a=b&'), size) })
    }
  }
  if (bodies.length === 0 && method !== 'get') {
    contents.push({
      input: 'a body where none is expected',
      type: 'application/json',
      text: `[${'0,'.repeat(40_000)}0]`,
    })
  }
  return contents
}

function* listVariants(example: Json, size: number): Iterable<readonly [string, Json]> {
  const values = Math.min(90_000, Math.floor(size / 3))
  yield ['the example', example]
  yield [`${values} numbers`, Array.from({ length: values }, () => 0)]
  yield ['9,999 members', { ...example, ...Object.fromEntries(Array.from({ length: 9999 }, (_, at) => [`k${at}`, 0])) }]
  const texts = Math.max(
    1,
    countValues(example, (value) => typeof value === 'string'),
  )
  yield [
    'the example with long texts',
    mapped(example, (value) => (typeof value === 'string' ? repeated(`${value} `, size / texts / 1.1) : value)),
  ]
  const lists = countValues(example, Array.isArray)
  if (lists > 0) {
    const share = Math.min(size / lists / 1.1, 200_000)
    yield [
      'the example with long lists',
      mapped(example, (value) => (Array.isArray(value) && value.length > 0 ? longList(value, share) : value)),
    ]
  }
}

function longList(list: readonly Json[], size: number): readonly Json[] {
  const count = Math.max(1, Math.floor(size / (JSON.stringify(list).length + 1)))
  return Array.from({ length: count }, () => list).flat()
}

function mapped(value: Json, change: (value: Json) => Json): Json {
  const changed = change(value)
  if (changed !== value) return changed
  if (Array.isArray(value)) return value.map((one) => mapped(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapped(member, change)]))
}

function countValues(value: Json, isCounted: (value: Json) => boolean): number {
  const own = isCounted(value) ? 1 : 0
  if (typeof value !== 'object' || value === null) return own
  return Object.values<Json>(value).reduce((sum, one) => sum + countValues(one, isCounted), own)
}

function repeated(text: string, size: number): string {
  return text.repeat(Math.max(1, Math.floor(size / Math.max(1, text.length))))
}

const fhir = '/v1/benchmark-runs/{id}/fhir'
const fhirJson = 'application/fhir+json'
const form = 'application/x-www-form-urlencoded'

function times(count: number, text: (number: number) => string, separator: string): string {
  return Array.from({ length: count }, (_, number) => text(number)).join(separator)
}

/** Returns searches that need much memory, in a record of many Observations. */
function searches(): readonly Content[] {
  const keys = '-date,code,status,patient,subject,value-quantity,combo-code,category,_id,_lastUpdated'
  const queries: readonly (readonly [string, string])[] = [
    ['_sort by ten parameters', `_sort=${keys}`],
    ['49 times code:text, all of which match', `${times(48, () => 'code:text=tes', '&')}&_sort=-date`],
    ['49 times code:not', times(49, () => 'code:not=x', '&')],
    ['code:text of 900 equal texts', `code:text=${times(900, () => 't', ',')}`],
    ['code:not of 900 systems', `code:not=${times(900, (number) => `http://example.org/${number}|`, ',')}`],
    ['date of 900 overlapping ranges', `date=${times(900, (number) => `ge20${10 + (number % 15)}`, ',')}`],
    ['a composite of 20 values', `code-value-quantity=${times(20, (number) => `${number}$ge${number}`, ',')}`],
    ['20 chains', times(20, () => 'patient.name=Fam', '&')],
  ]
  return queries.map(([input, query]) => ({ input, query: query.replaceAll('|', '%7C') }))
}

function batch(type: string): Content {
  const entry = Array.from({ length: 4000 }, (_, number) => ({
    resource: { resourceType: 'Observation', status: 'final', code: { text: `c${number}` } },
    request: { method: 'POST', url: 'Observation', ifNoneExist: `code:text=c${number}` },
  }))
  const text = JSON.stringify({ resourceType: 'Bundle', type, entry })
  return { input: `a ${type} of 4,000 conditional creates`, type: fhirJson, text }
}

function batchOfSearches(): Content {
  const entry = Array.from({ length: 9000 }, (_, number) => ({
    request: { method: 'GET', url: `Patient?name=fam${number}` },
  }))
  const text = JSON.stringify({ resourceType: 'Bundle', type: 'batch', entry })
  return { input: 'a batch of 9,000 searches', type: fhirJson, text }
}

/** Returns transactions of one group, all without the segments that their set requires. */
function emptyTransactions(count: number, set: string, group: string): string {
  const pairs = times(count, (number) => `ST*${set}*${1000 + number}~SE*2*${1000 + number}~`, '')
  return `${isa}GS*${group}~${pairs}GE*${count}*1~IEA*1*456830165~`
}

const isa = 'ISA*00*          *00*          *ZZ*9900090017     *ZZ*CLEARINGHOUSE  *260302*1800*^*00501*456830165*0*T*:~'
const header = 'MSH|^~\\&|A|B|C|D|||ADT^A08|1|P|2.5.1\r'
const er7 = 'x-application/hl7-v2+er7'

interface ToolCall {
  readonly input: string
  readonly name: string
  readonly args: Json
}

/** Returns calls of tools with arguments that are wrong in many ways. */
function wrongCalls(): readonly ToolCall[] {
  const members = Object.fromEntries(Array.from({ length: 9990 }, (_, number) => [`k${number}`, {}]))
  const lists = Array.from({ length: 80_000 }, () => [])
  return [
    { input: '9,990 unknown arguments', name: 'fhir_search_type', args: members },
    { input: '9,990 unknown arguments of a run', name: 'submit', args: members },
    { input: '80,000 wrong values', name: 'fhir_search_type', args: { type: 'Patient', query: { a: lists } } },
    {
      input: '130,000 names in a query',
      name: 'fhir_search_type',
      args: { type: 'Patient', query: times(130_000, (number) => number.toString(36), '&') },
    },
    {
      input: 'an id of 1 MB',
      name: 'fhir_read_resource',
      args: { type: 'Patient', resource_id: '/'.repeat(1_000_000) },
    },
  ]
}

function toToolCall({ input, name, args }: ToolCall): Content {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
  return { input, type: 'application/json', text: JSON.stringify(message) }
}

/** Functions that return the contents written for one operation, by the operation. */
const known: ReadonlyMap<string, () => readonly Content[]> = new Map([
  [`GET ${fhir}/{type}`, searches],
  [
    `POST ${fhir}/{type}/_search`,
    () => [
      ...searches().map(({ input, query = '' }) => ({ input: `${input}, as a form`, type: form, text: query })),
      { input: '131,072 times &', type: form, text: '&'.repeat(131_072) },
      { input: '65,536 names without values', type: form, text: 'a&'.repeat(65_536) },
    ],
  ],
  [`GET ${fhir}`, () => [{ input: '_sort of all types', query: '_sort=-_lastUpdated,_id' }]],
  [`GET ${fhir}/_history`, () => [{ input: 'a page of the whole record', query: '_count=1000' }]],
  [`POST ${fhir}`, () => [batch('batch'), batch('transaction'), batchOfSearches()]],
  [
    `POST ${fhir}/{type}`,
    () => {
      const component = Array.from({ length: 7000 }, (_, number) => ({
        code: { coding: [{ code: `c${number}` }] },
        valueQuantity: { value: number },
      }))
      const resource = { resourceType: 'Observation', status: 'final', code: { text: 'x' }, component }
      const div = `<div xmlns="http://www.w3.org/1999/xhtml">${'<p>a</p>'.repeat(100_000)}</div>`
      const narrative = { ...resource, component: [], text: { status: 'generated', div } }
      return [
        { input: 'an Observation of 7,000 components', type: fhirJson, text: JSON.stringify(resource) },
        { input: 'a narrative of 100,000 elements', type: fhirJson, text: JSON.stringify(narrative) },
      ]
    },
  ],
  [
    `PATCH ${fhir}/{type}/{resource_id}`,
    () => {
      const add = { op: 'add', path: '/extension', value: [{ url: 'http://example.org/x', valueString: 'y' }] }
      const copies = Array.from({ length: 999 }, () => ({ op: 'copy', from: '/extension/0', path: '/extension/-' }))
      return [
        { input: '1,000 operations', type: 'application/json-patch+json', text: JSON.stringify([add, ...copies]) },
      ]
    },
  ],
  [
    'POST /v1/benchmark-runs/{id}/hl7/outbound',
    () => [
      { input: '1,000 messages', type: er7, text: header.repeat(1000) },
      { input: '50,000 segments', type: er7, text: header + 'Z|1\r'.repeat(49_000) },
      { input: 'a field of 500,000 components', type: er7, text: `${header}PID|${'^'.repeat(500_000)}\r` },
    ],
  ],
  ...(
    [
      ['eligibility', '270', 'HS*9900090017*CLEARINGHOUSE*20260302*1800*1*X*005010X279A1'],
      ['claim-status', '276', 'HR*9900090017*CLEARINGHOUSE*20260302*1800*1*X*005010X212'],
      ['authorizations', '278', 'HI*9900090017*CLEARINGHOUSE*20260302*1800*1*X*005010X217'],
      ['claims', '837', 'HC*9900090017*CLEARINGHOUSE*20260302*1800*1*X*005010X222A1'],
    ] as const
  ).map(([path, set, group]): readonly [string, () => readonly Content[]] => [
    `POST /v1/benchmark-runs/{id}/clearinghouse/${path}`,
    () => [
      { input: '3,900 transactions', type: 'application/edi-x12', text: emptyTransactions(3900, set, group) },
      { input: '8,000 segments', type: 'application/edi-x12', text: isa + 'HL*1~'.repeat(7900) },
      {
        input: 'a segment of 500,000 elements',
        type: 'application/edi-x12',
        text: `${isa}ST${'*'.repeat(500_000)}~`,
      },
    ],
  ]),
  ['POST /v1/benchmark-runs/{id}/mcp', () => wrongCalls().map(toToolCall)],
  [
    'POST /v1/task-runs/{id}/complete',
    () => [
      {
        input: '19,000 rows of 5 columns, 5 patterns',
        type: 'application/json',
        text: JSON.stringify({ output: Array.from({ length: 90_000 }, () => 0) }),
      },
    ],
  ],
])

/** Returns writes before the completion of a run, which make the completion and the record slow. */
export function preparations(world: World): readonly WorstRequest[] {
  const run = world.ids.get('/v1/benchmark-runs') ?? ''
  const table = `a,b,c,d,e\n${'1,2,3,4,5\n'.repeat(19_000)}`
  return ['a', 'b', 'c'].map((name) => ({
    operation: 'PUT /v1/benchmark-runs/{id}/files/outbound/{name}',
    input: 'a table of 19,000 rows',
    method: 'PUT',
    target: `/v1/benchmark-runs/${run}/files/outbound/${name}.csv`,
    headers: { authorization: `Bearer ${world.tokens.runToken}`, 'content-type': 'text/csv' },
    body: new TextEncoder().encode(table),
  }))
}
