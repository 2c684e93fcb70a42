import type { BenchmarkDefinition } from '@carebench/protocol'
import { systemsNamedIn, validateAssertion } from '@carebench/systems/verifier'
import { describe, expect, it } from 'vitest'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'
import { findDefinitionErrors } from './check-definition.js'

type Task = BenchmarkDefinition['tasks'][number]

/** Returns a clinic with two fax machines and two payers, and a task that consists of these members. */
function clinicWith(members: Partial<Task>): BenchmarkDefinition {
  const { environment } = smallBenchmark()
  const simulators = [
    ...environment.simulators,
    { type: 'Fax', key: 'front', name: 'Front desk' },
    { type: 'Fax', key: 'imaging', name: 'Imaging center' },
    { type: 'Payer', key: 'west', name: 'West Mutual' },
  ]
  return smallBenchmark({
    environment: { ...environment, simulators },
    tasks: [{ name: 'one', criteria: [], ...members }],
  })
}

function criterion(assertion: Task['criteria'][number]['assertion']) {
  return { label: 'x', assertion }
}
function calling(...paths: string[]): Partial<Task> {
  return { solutions: [{ name: 's', calls: paths.map((path) => ({ method: 'GET', path })) }] }
}

/** Returns one assertion of each kind that names systems, with a key in each of its places. */
function assertionsNaming(key: string) {
  return [
    { assert: 'fax-sent', system: key, correlate_by: { system: 'an ordinary path' } },
    { assert: 'record-state', collection: 'faxes', system: key },
    {
      assert: 'no-collateral',
      allow: [
        { collection: 'faxes', where: { system: 'an ordinary path' } },
        { collection: 'faxes', system: key },
      ],
    },
    { assert: 'event-order', events: [{ type: 'fax.sent' }, { type: 'fax.sent', system: key }] },
    {
      assert: 'records-agree',
      records: [
        { collection: 'faxes', path: 'text' },
        { collection: 'faxes', system: key, path: 'text' },
      ],
    },
  ]
}
const places = ['/system', '/system', '/allow/1/system', '/events/1/system', '/records/1/system']

describe('the keys of systems in a definition', () => {
  it('are checked in every place where an assertion takes one', () => {
    const unknown = clinicWith({ criteria: assertionsNaming('lab').map(criterion) })
    expect(findDefinitionErrors(unknown)).toEqual(
      places.map((place, index) => ({
        path: `/tasks/0/criteria/${index}/assertion${place}`,
        message: 'must be the key of a simulator that is not the first of its type ("imaging", "west"), got "lab"',
      })),
    )
    expect(findDefinitionErrors(clinicWith({ criteria: assertionsNaming('imaging').map(criterion) }))).toEqual([])
  })

  it('do not include those of the first system of a type', () => {
    const [sent] = assertionsNaming('front')
    const [error] = findDefinitionErrors(clinicWith({ criteria: [criterion(sent as never)] }))
    expect(error?.message).toMatch(/got "front", which is the first of type Fax: leave "system" out$/)
  })

  it('are reported once if they are malformed', () => {
    const [sent] = assertionsNaming('No key')
    expect(findDefinitionErrors(clinicWith({ criteria: [criterion(sent as never)] }))).toHaveLength(1)
  })

  it('are found in assertions of other kinds, and in none that are malformed', () => {
    const validating = { validateAssertion, systemsNamedIn }
    for (const garbage of [null, 5, [], {}, { assert: 'other', system: 'a' }, { assert: { toString: null } }]) {
      expect(validating.systemsNamedIn(garbage)).toEqual([])
    }
    expect(systemsNamedIn({ assert: 'no-collateral', allow: [null, [], { system: 5 }, { system: 'a' }] })).toEqual([
      { path: '/allow/3/system', key: 'a' },
    ])
  })

  it('are checked in datasets, where the first of a type has one too', () => {
    const { environment, ...rest } = clinicWith({})
    const seeding = (system: string, type = 'Fax') => {
      const datasets = [{ type: 'FHIR', name: 'seeded', system, config: {} }]
      const simulators = environment.simulators.map((one) => (one.type === 'Payer' ? { ...one, type } : one))
      return findDefinitionErrors({ ...rest, environment: { ...environment, simulators, datasets } })
    }
    expect(seeding('fhir', 'Payer')).toEqual([])
    expect(seeding('west', 'Payer')).toEqual([])
    expect(seeding('lab', 'Payer')).toEqual([
      {
        path: '/environment/datasets/0/system',
        message:
          'must be the key of a simulator of the environment ("fhir", "portal", "front", "imaging", "west"), got "lab"',
      },
    ])
    // The group of a system that is not known here could be "lab".
    expect(seeding('lab', 'Pharmacy').filter(({ path }) => path.startsWith('/environment/datasets'))).toEqual([])
  })

  it('are checked in the paths of solutions', () => {
    const paths = [
      'faxes',
      'faxes@imaging',
      'portal%40west/prior-auths?limit=1',
      'payer@west/fhir/metadata',
      '/faxes@imaging',
      '{{next}}@x/y',
    ]
    expect(findDefinitionErrors(clinicWith(calling(...paths)))).toEqual([])
    const errors = findDefinitionErrors(
      clinicWith(calling('faxes', 'faxes@lab', 'faxes%40lab/1', 'faxes@front', 'faxes@west/x', 'faxes@')),
    )
    const expected = 'after "@" must be the key of a simulator that is not the first of its type ("imaging", "west")'
    expect(errors).toEqual([
      { path: '/tasks/0/solutions/0/calls/1/path', message: `${expected}, got "lab" in "faxes@lab"` },
      { path: '/tasks/0/solutions/0/calls/2/path', message: `${expected}, got "lab" in "faxes%40lab"` },
      {
        path: '/tasks/0/solutions/0/calls/3/path',
        message: `${expected}, got "front", which is the first of type Fax: write "faxes" without a key in \
"faxes@front"`,
      },
      {
        path: '/tasks/0/solutions/0/calls/4/path',
        message:
          'must begin with a system of the environment, got "faxes@west"; the simulator "west" is of type Payer ' +
          'and is called "portal@west", "payer@west"',
      },
      { path: '/tasks/0/solutions/0/calls/5/path', message: `${expected}, got "" in "faxes@"` },
    ])
  })
})

describe('the keys of systems in parts that were written one by one', () => {
  async function publish(members: { assertion: unknown; path: string }) {
    const under = await createServiceUnderTest({ knownAudits: [] })
    const organization = async (method: string, target: string, body?: unknown) =>
      (await under.call(under.organizationKey, method, target, body)).body
    const environment = await organization('POST', '/environments', { name: 'Clinic' })
    for (const key of ['faxes', 'imaging']) {
      const { id } = await organization('POST', '/simulators', { type: 'Fax', name: key })
      await organization('POST', `/environments/${environment.id}/simulators/${id}`, { key })
    }
    const benchmark = await organization('POST', '/benchmarks', { name: 'faxes', environment_id: environment.id })
    const calls = [{ method: 'GET', path: members.path }]
    const task = await organization('POST', '/tasks', {
      benchmark_id: benchmark.id,
      name: 'send it',
      solutions: [{ name: 'one', calls }],
    })
    const written = await organization('POST', '/criteria', {
      task_id: task.id,
      label: 'x',
      assertion: members.assertion,
    })
    expect(written.id).toBeDefined()
    return under.call(under.organizationKey, 'POST', `/benchmarks/${benchmark.id}/versions`, { allow_findings: true })
  }

  it('prevent the version, even with allowed findings', async () => {
    const refused = await publish({ assertion: assertionsNaming('lab')[2], path: 'faxes@other' })
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      {
        code: 'CONFLICT',
        message:
          'The environment lacks a system that the task "send it" names: ' +
          '/tasks/0/criteria/0/assertion/allow/1/system must be the key of a simulator that is not the first of ' +
          'its type ("imaging"), got "lab". Link a simulator with this key, or correct it. And 1 more, listed in ' +
          '"errors".',
        errors: [
          { path: '/tasks/0/criteria/0/assertion/allow/1/system' },
          { path: '/tasks/0/solutions/0/calls/0/path' },
        ],
      },
    ])
  })

  it('allow the version if the environment has them', async () => {
    const { status } = await publish({ assertion: assertionsNaming('imaging')[2], path: 'faxes@imaging' })
    expect(status).toBe(201)
  })
})
