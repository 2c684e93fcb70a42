/**
 * How fast the FHIR record is: search by token, reference, string and date at three sizes against a hand-written index,
 * create, read, fork and load. Run with `pnpm -s bench fhir.ts` in this folder; one JSON line a result.
 *
 * Contenders take turns round by round in one process, and every answer is checked before anything is timed.
 */
import { type FhirResource, FhirStore, handleFhir } from '@carebench/fhir'

/** Many short ones: where the machine is busy, most of them are not interrupted. */
const rounds = 400
const warmUps = 40
const matchesWanted = 10
const now = '2026-01-05T09:00:00.000Z'

let made = 0
const context = { now, newId: () => `new-${++made}` }

function observation(index: number, groups: number): FhirResource {
  const group = index % groups
  const day = new Date(Date.UTC(1990, 0, 1) + group * 86_400_000).toISOString().slice(0, 10)
  return {
    resourceType: 'Observation',
    id: `o${index}`,
    meta: { versionId: '1', lastUpdated: now },
    identifier: [{ system: 'http://example.org/observations', value: `n${index}` }],
    status: 'final',
    category: [
      { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory' }] },
    ],
    code: { coding: [{ system: 'http://loinc.org', code: `code-${group}` }], text: `Test ${group}` },
    subject: { reference: `Patient/p${group}` },
    encounter: { reference: `Encounter/e${group}` },
    effectiveDateTime: `${day}T10:00:00Z`,
    issued: `${day}T11:00:00.000Z`,
    valueString: `Value ${group} of the test`,
    performer: [{ reference: 'Practitioner/1', display: 'A. Example' }],
  }
}

/** What a program written for this one question would keep: a Map of lists, and each resource as text. */
function floorOf(resources: readonly FhirResource[], key: (resource: FhirResource) => string) {
  const texts = new Map<FhirResource, string>()
  const postings = new Map<string, FhirResource[]>()
  for (const resource of resources) {
    texts.set(resource, JSON.stringify(resource))
    const list = postings.get(key(resource))
    if (list === undefined) postings.set(key(resource), [resource])
    else list.push(resource)
  }
  return (value: string, self: string): string => {
    const list = postings.get(value) ?? []
    const entries = list.map((resource) => {
      return `{"fullUrl":"Observation/${String(resource.id)}","resource":${texts.get(resource)},"search":{"mode":"match"}}`
    })
    return `{"resourceType":"Bundle","type":"searchset","total":${list.length},"link":[{"relation":"self","url":${JSON.stringify(self)}}],"entry":[${entries.join(',')}]}`
  }
}

interface Contender {
  readonly name: string
  readonly run: (turn: number) => unknown
}

/** Microseconds a call of each contender: the median of rounds in which they take turns. */
function race(contenders: readonly Contender[], calls: number): ReadonlyMap<string, number> {
  const times = new Map(contenders.map(({ name }) => [name, [] as number[]]))
  for (let round = -warmUps; round < rounds; round++) {
    const turn = round % 2 === 0 ? contenders : [...contenders].reverse()
    for (const { name, run } of turn) {
      const start = performance.now()
      for (let call = 0; call < calls; call++) run(((round + warmUps) * calls + call) % 200)
      const taken = ((performance.now() - start) * 1000) / calls
      if (round >= 0) times.get(name)?.push(taken)
    }
  }
  return new Map([...times].map(([name, list]) => [name, list.sort((a, b) => a - b)[list.length >> 1] ?? Number.NaN]))
}

function report(work: string, size: number, contender: string, microseconds: number, more: object = {}): void {
  console.log(
    JSON.stringify({ bench: 'fhir', work, size, contender, microseconds: Number(microseconds.toFixed(3)), ...more }),
  )
}

function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(
      `${what}: expected ${JSON.stringify(expected)?.slice(0, 400)}, got ${JSON.stringify(actual)?.slice(0, 400)}`,
    )
  }
}

function search(store: FhirStore, query: string): string {
  return handleFhir(store, { method: 'GET', path: 'Observation', query, headers: {} }, context).body ?? ''
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

interface Question {
  readonly work: string
  readonly query: (group: number) => string
  readonly value: (group: number) => string
  readonly key: (resource: FhirResource) => string
}

const day = (group: number): string => new Date(Date.UTC(1990, 0, 1) + group * 86_400_000).toISOString().slice(0, 10)
const groupOf = (resource: FhirResource): string => text(resource.valueString).split(' ')[1] ?? ''

const questions: readonly Question[] = [
  { work: 'search token', query: (g) => `code=http://loinc.org%7Ccode-${g}`, value: String, key: groupOf },
  { work: 'search reference', query: (g) => `patient=p${g}`, value: String, key: groupOf },
  { work: 'search string', query: (g) => `value-string=value%20${g}%20of`, value: String, key: groupOf },
  { work: 'search date', query: (g) => `date=${day(g)}`, value: String, key: groupOf },
]

for (const size of [1_000, 10_000, 100_000]) {
  const groups = size / matchesWanted
  const resources = Array.from({ length: size }, (_, index) => observation(index, groups))
  const heap = process.memoryUsage().heapUsed
  const start = performance.now()
  const store = FhirStore.fromResources(resources)
  const loading = performance.now() - start
  report('load', size, 'carebench', loading * 1000, {
    microsecondsEach: Number(((loading * 1000) / size).toFixed(2)),
    bytesEach: Math.round((process.memoryUsage().heapUsed - heap) / size),
  })
  const forked = store.fork()
  for (let index = 0; index < 1_000; index++) {
    forked.apply({ op: 'put', resource: { ...observation(index, groups), status: 'amended' } })
  }
  for (const { work, query, value, key } of questions) {
    const floor = floorOf(resources, key)
    const ask = (target: FhirStore, group: number): string => search(target, query(group))
    const self = (group: number): string =>
      `Observation?${decodeURIComponent(query(group)).replaceAll(/[ |]/g, encodeURIComponent)}`
    for (const group of [0, 1, groups - 1]) {
      expectEqual(`${work} at ${size}`, JSON.parse(ask(store, group)), JSON.parse(floor(value(group), self(group))))
      expectEqual(`${work} on a fork`, JSON.parse(ask(forked, group)).total, matchesWanted)
    }
    const times = race(
      [
        { name: 'carebench', run: (turn) => ask(store, (turn * 7) % groups) },
        { name: 'carebench, fork with 1,000 writes', run: (turn) => ask(forked, (turn * 7) % groups) },
        { name: 'hand-written index', run: (turn) => floor(value((turn * 7) % groups), query((turn * 7) % groups)) },
      ],
      10,
    )
    for (const [name, time] of times) {
      report(work, size, name, time, {
        ratioToFloor: Number((time / (times.get('hand-written index') ?? 1)).toFixed(2)),
      })
    }
  }
  const forking = race([{ name: 'carebench', run: () => store.fork() }], 200)
  for (const [name, time] of forking) report('fork', size, name, time)
}

const store = FhirStore.fromResources(Array.from({ length: 1_000 }, (_, index) => observation(index, 100)))
const { id: _, ...body } = observation(5, 100)
const created = handleFhir(store, { method: 'POST', path: 'Observation', query: '', headers: {}, body }, context)
expectEqual('create', created.status, 201)
let copies = 0
const plain = new Map<string, FhirResource>()
const writing = race(
  [
    {
      name: 'carebench, validated',
      run: () => {
        const request = { method: 'POST', path: 'Observation', query: '', headers: {}, body }
        for (const effect of handleFhir(store, request, context).effects) store.apply(effect)
      },
    },
    {
      name: 'carebench, not validated',
      run: () => {
        const request = { method: 'POST', path: 'Observation', query: '', headers: {}, body }
        const unchecked = { ...context, validate: false }
        for (const effect of handleFhir(store, request, unchecked).effects) store.apply(effect)
      },
    },
    {
      name: 'carebench, indexed',
      run: () => store.apply({ op: 'put', resource: { ...body, resourceType: 'Observation', id: `c${++copies}` } }),
    },
    {
      name: 'copy into a Map',
      run: () => {
        const id = `m${++copies}`
        plain.set(id, { ...structuredClone(body), resourceType: 'Observation', id })
      },
    },
  ],
  10,
)
for (const [name, time] of writing) report('create', 1_000, name, time)

const read = { method: 'GET', path: 'Observation/o5', query: '', headers: {} }
expectEqual('read', JSON.parse(handleFhir(store, read, context).body ?? ''), observation(5, 100))
const texts = new Map([['o5', JSON.stringify(observation(5, 100))]])
const reading = race(
  [
    { name: 'carebench', run: () => handleFhir(store, read, context).body },
    { name: 'carebench, store alone', run: () => store.read('Observation', 'o5')?.text },
    { name: 'text from a Map', run: () => texts.get('o5') },
  ],
  100,
)
for (const [name, time] of reading) report('read to text', 1_000, name, time)
console.log(
  JSON.stringify({
    bench: 'fhir',
    skipped: 'MemoryRepository of @medplum/fhir-router',
    reason: `it needs Node 22 and is no dependency of this workspace; this is Node ${process.versions.node}`,
  }),
)
