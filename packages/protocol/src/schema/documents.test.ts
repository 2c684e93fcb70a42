import { describe, expect, it } from 'vitest'
import benchmarkDefinition from '../../schemas/benchmark-definition.json' with { type: 'json' }
import benchmarkRunRecord from '../../schemas/benchmark-run-record-1.json' with { type: 'json' }
import benchmarkRunRecord2 from '../../schemas/benchmark-run-record-2.json' with { type: 'json' }
import criteriaFile from '../../schemas/criteria-file.json' with { type: 'json' }
import evidenceSnapshot from '../../schemas/evidence-snapshot-1.json' with { type: 'json' }
import recordBase from '../../schemas/record-base-1.json' with { type: 'json' }
import runFile from '../../schemas/run-file-1.json' with { type: 'json' }
import taskRunRecord from '../../schemas/task-run-record-1.json' with { type: 'json' }
import taskRunRecord2 from '../../schemas/task-run-record-2.json' with { type: 'json' }
import { documentSchemas, publishedSchema } from '../validation/document-schemas.js'
import { validatorFor } from '../validators.js'

const published: Readonly<Record<string, object>> = {
  benchmarkDefinition,
  benchmarkRunRecord,
  benchmarkRunRecord2,
  criteriaFile,
  evidenceSnapshot,
  recordBase,
  runFile,
  taskRunRecord,
  taskRunRecord2,
}

it.each(documentSchemas.map((document) => [document.name, document] as const))(
  'the file of %s is up to date; otherwise run "pnpm --filter @carebench/protocol run print:schemas"',
  (name, document) => {
    expect(JSON.parse(JSON.stringify(publishedSchema(document)))).toEqual(published[name])
  },
)

it('compares the published file of every document', () => {
  expect(documentSchemas.map(({ name }) => name).sort()).toEqual(Object.keys(published).sort())
})

function findPaths(name: string, value: unknown) {
  return (validatorFor(name)(value) ?? []).map(({ path }) => path)
}

const at = '2026-01-05T09:00:00.000Z'
const state = {
  fhir: [{ resourceType: 'Patient', id: 'p1' }],
  portal: { prior_auth_requests: [{ member_id: 'M-1' }] },
  hl7: [{ direction: 'outbound', payload: 'MSH|^~\\&|', at }],
  x12: [{ direction: 'received', transaction: '271', payload: 'ST*271*1~SE*1*1~' }],
  files: [{ path: 'outbox/a.csv', content: 'a\n', seeded: false }],
  voice: [{ call_id: 'call_1', turns: [{ speaker: 'agent', text: 'Hello.', at }] }],
  faxes: [{ direction: 'outbound', to_number: '1', from_number: '2', document_type: 'notes', text: '' }],
  messages: [{ direction: 'inbound', channel: 'sms', to: '1', from: '2', body: '' }],
  cds: [{ hook: 'order-sign', request: {}, cards: [], feedback: [] }],
  events: [{ seq: 1, at, actor: 'agent', type: 'fhir.read', data: null }],
}
const evidence = {
  version: 1,
  ...state,
  initial: state,
  entities: { ent_1: { mrn: '1' } },
  bound: ['ent_1'],
  output: null,
  judgements: [{ judge: 'j', phrase: 'a', speaker: 'agent', text: 'b', expressed: null, answer: '' }],
}

// Written by hand from the description of the snapshot, not derived from the schema.
describe('an evidence snapshot', () => {
  it('accepts all of its parts, and none', () => {
    expect(findPaths('evidenceSnapshot', evidence)).toEqual([])
    expect(findPaths('evidenceSnapshot', { version: 1 })).toEqual([])
  })

  it('accepts parts of custom systems, and of systems with a key', () => {
    const { events: _, ...parts } = state
    const own = { refills: [{ id: 'rx-1' }], wards: {} }
    const systems = { imaging: { ...parts, ...own }, west: {} }
    const { events } = state
    const more = { ...own, systems, events: events.map((event) => ({ ...event, system: 'imaging' })) }
    expect(findPaths('evidenceSnapshot', { ...evidence, ...more, initial: { ...state, ...own, systems } })).toEqual([])
  })

  it.each<[object, string]>([
    [{ version: 2 }, '/version'],
    [{ version: '1' }, '/version'],
    [{ portals: 'none' }, '/portals'],
    [
      { systems: { imaging: { faxes: [{ ...state.faxes[0], direction: 'in' }] } } },
      '/systems/imaging/faxes/0/direction',
    ],
    [{ systems: { imaging: { refills: 1 } } }, '/systems/imaging/refills'],
    [{ initial: { systems: { imaging: [] } } }, '/initial/systems/imaging'],
    [{ initial: { version: 1 } }, '/initial/version'],
    [{ fhir: [{ id: 'p1' }] }, '/fhir/0/resourceType'],
    [{ portal: { a: {} } }, '/portal/a'],
    [{ portal: { a: [1] } }, '/portal/a/0'],
    [{ hl7: [{ direction: 'out', payload: '' }] }, '/hl7/0/direction'],
    [{ x12: [{ direction: 'sent', payload: '' }] }, '/x12/0/transaction'],
    [{ files: [{ path: 'a', content: 5, seeded: true }] }, '/files/0/content'],
    [{ files: [{ path: 'a' }] }, '/files/0/seeded'],
    [{ voice: [{ call_id: 'a', turns: [{ text: 'a' }] }] }, '/voice/0/turns/0/speaker'],
    [{ messages: [{ ...state.messages[0], channel: 'fax' }] }, '/messages/0/channel'],
    [{ events: [{ ...state.events[0], actor: 'me' }] }, '/events/0/actor'],
    [{ events: [{ ...state.events[0], at: 'now' }] }, '/events/0/at'],
    [{ bound: 'ent_1' }, '/bound'],
    [{ judgements: [{ ...evidence.judgements[0], expressed: 'yes' }] }, '/judgements/0/expressed'],
  ])('rejects %j at %s', (change, path) => {
    expect(findPaths('evidenceSnapshot', { ...evidence, ...change })).toEqual([path])
  })

  it('rejects a missing version', () => {
    expect(findPaths('evidenceSnapshot', {})).toEqual(['/version'])
    expect(findPaths('evidenceSnapshot', null)).toEqual([''])
  })
})

const criterion = { label: 'x', assertion: { assert: 'output-match', expected: 1 } }

describe('a criteria file', () => {
  it('accepts a list, and an object with options', () => {
    expect(findPaths('criteriaFile', [])).toEqual([])
    expect(
      findPaths('criteriaFile', [{ ...criterion, id: null, weight: 2, axis: 'safety', guard: true, created_at: at }]),
    ).toEqual([])
    expect(
      findPaths('criteriaFile', { criteria: [criterion], options: { pass_threshold: 0.5, axis_weights: { a: 1 } } }),
    ).toEqual([])
  })

  it.each<[unknown, string]>([
    [[{ assertion: criterion.assertion }], '/0/label'],
    [[{ ...criterion, weight: -1 }], '/0/weight'],
    [[{ ...criterion, assertion: {} }], '/0/assertion/assert'],
    [[{ ...criterion, guard: 1 }], '/0/guard'],
    [{ criteria: [criterion], options: { pass_threshold: 2 } }, '/options/pass_threshold'],
    [{ criteria: [], option: {} }, '/option'],
  ])('%j is refused at %s', (value, path) => {
    expect(findPaths('criteriaFile', value)).toEqual([path])
  })
})

const digest = 'a'.repeat(64)
const seal = { algorithm: 'sha256', parts: { '/kind': digest }, digest }
const run = {
  criterion_id: null,
  label: 'x',
  outcome: 'passed',
  passed: true,
  score: 1,
  details: '',
  evidence: null,
  axis: 'a',
  weight: 1,
  guard: false,
}
const entry = {
  seq: 1,
  at,
  actor: 'agent',
  action: { kind: 'call', simulator: 'FHIR' },
  effects: [{ simulator: 'FHIR', effect: {} }],
  events: [{ type: 'fhir.read', data: {} }],
  response: { status: 200, digest: '' },
  engine: '1',
}
const record = {
  kind: 'task-run',
  version: 1,
  engine: { verifier: '1', simulators: '2' },
  about: {},
  task: {},
  criteria: [criterion],
  options: {},
  evidence,
  result: { score: 1, verdict: 'pass', axes: { a: { score: 1, weight: 1 } }, criterion_runs: [run] },
  environment: { seeded_at: at, simulators: [{ type: 'FHIR', config: {} }], datasets: [{ type: 'FHIR', config: {} }] },
  seed: 1,
  log: [entry],
  seal: { ...seal, log: [digest] },
}

describe('a record', () => {
  it('accepts the record of a task run, and of a run', () => {
    expect(findPaths('taskRunRecord', record)).toEqual([])
    const { about: _, task: __, environment: ___, seed: ____, log: _____, ...least } = record
    expect(findPaths('taskRunRecord', { ...least, result: null })).toEqual([])
    expect(
      findPaths('benchmarkRunRecord', { kind: 'benchmark-run', version: 1, about: {}, task_runs: [record], seal }),
    ).toEqual([])
  })

  it.each<[object, string]>([
    [{ kind: 'run' }, '/kind'],
    [{ version: 2 }, '/version'],
    [{ evidence: { version: 2 } }, '/evidence/version'],
    [{ result: { ...record.result, score: 2 } }, '/result/score'],
    [{ log: [{ ...entry, seq: 0 }] }, '/log/0/seq'],
    [{ seed: 0.5 }, '/seed'],
    [{ seal: { ...seal, digest: 'x' } }, '/seal/digest'],
    [{ note: '' }, '/note'],
  ])('rejects %j at %s', (change, path) => {
    expect(findPaths('taskRunRecord', { ...record, ...change })).toEqual([path])
  })

  const { environment: _, ...whole } = record
  const changes = { put: [{ resourceType: 'Patient', id: 'p1' }], removed: [{ resourceType: 'Patient', id: 'p2' }] }
  const base = { digest, seeded_at: at, task_environment: { configs: { FHIR: {} }, datasets: [] } }
  const evidenceOfIt = { ...evidence, fhir: changes, initial: { fhir: changes }, systems: { west: { fhir: changes } } }
  const small = { ...whole, version: 2, base, evidence: evidenceOfIt }

  it('accepts version 2, which names its base and has differences from it', () => {
    expect(findPaths('taskRunRecord2', small)).toEqual([])
    expect(findPaths('taskRunRecord2', { ...small, evidence })).toEqual([])
    const both = { kind: 'benchmark-run', version: 2, about: {}, task_runs: [small, record], seal }
    expect(findPaths('benchmarkRunRecord2', both)).toEqual([])
    expect(findPaths('benchmarkRunRecord', both)).toContain('/version')
  })

  it.each<[object, string]>([
    [{ version: 1 }, '/version'],
    [{ base: undefined }, '/base'],
    [{ base: { ...base, digest: 'x' } }, '/base/digest'],
    [{ base: { ...base, own: {} } }, '/base/own'],
    [{ environment: record.environment }, '/environment'],
    [{ evidence: { ...evidence, fhir: { put: [{}], removed: [] } } }, '/evidence/fhir/put/0/resourceType'],
    [
      { evidence: { ...evidence, fhir: { put: [], removed: [{ id: 'p1' }] } } },
      '/evidence/fhir/removed/0/resourceType',
    ],
    [{ evidence: { ...evidence, fhir: {} } }, '/evidence/fhir/put'],
  ])('rejects version 2 with %j at %s', (change, path) => {
    expect(findPaths('taskRunRecord2', JSON.parse(JSON.stringify({ ...small, ...change })))).toContain(path)
  })
})

describe('the base of records', () => {
  const simulator = { id: 'sim_1', type: 'FHIR', name: 'Record', config: {} }
  const dataset = { id: 'ds_1', type: 'FHIR', config: { generator: { seed: 7, patients: 1000 } } }
  const base = { kind: 'record-base', version: 1, digest, simulators: [simulator], datasets: [dataset] }

  it('accepts the environment of a version with its digest', () => {
    expect(findPaths('recordBase', base)).toEqual([])
    const keyed = { ...simulator, id: 'sim_2', key: 'west' }
    const own = { ...dataset, simulator: 'FHIR@west' }
    expect(findPaths('recordBase', { ...base, simulators: [simulator, keyed], datasets: [own] })).toEqual([])
  })

  it.each<[object, string]>([
    [{ kind: 'task-run' }, '/kind'],
    [{ version: 2 }, '/version'],
    [{ digest: 'x' }, '/digest'],
    [{ datasets: {} }, '/datasets'],
    [{ simulators: [{ ...simulator, config: 1 }] }, '/simulators/0/config'],
    [{ simulators: [{ ...simulator, key: 'West' }] }, '/simulators/0/key'],
    [{ seeded_at: at }, '/seeded_at'],
  ])('rejects %j at %s', (change, path) => {
    expect(findPaths('recordBase', { ...base, ...change })).toContain(path)
  })
})

describe('a run file', () => {
  it('accepts a benchmark with and without options', () => {
    expect(findPaths('runFile', { version: 1, benchmark: 'prior-auth' })).toEqual([])
    const options = { agents: ['good'], trials: 5, min_coverage: 0.95, max_tokens: ['output:50k'] }
    expect(findPaths('runFile', { version: 1, benchmark: 'prior-auth@1', ...options })).toEqual([])
  })

  it.each<[object, string]>([
    [{ version: 2 }, '/version'],
    [{ benchmark: '' }, '/benchmark'],
    [{ trials: 0 }, '/trials'],
    [{ agents: 'good' }, '/agents'],
    [{ agent: ['good'] }, '/agent'],
    [{ fail_under: 60 }, '/fail_under'],
  ])('rejects %j at %s', (change, path) => {
    expect(findPaths('runFile', { version: 1, benchmark: 'prior-auth', ...change })).toEqual([path])
  })
})
