import type { TaskSession } from '@carebench/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildBenchmark } from '../build-benchmark.js'
import { createClinic } from '../clinic/clinic.js'
import { Workbench } from '../desk/workbench.js'
import { paSubmit } from '../families/pa-submit/family.js'
import type { Instance } from '../family.js'
import { addGuards } from '../guards/add-guards.js'
import type { Criterion } from '../task.js'
import { type CheckName, validateInstance } from './validate-instance.js'
import { validateInstances } from './validate-instances.js'

// Runs at night, because only a change of the checks themselves can break it, and it takes most of a minute.

const clinic = createClinic(30)
const family = addGuards(paSubmit)
const good = family.make({ seed: 42, level: 'E', branch: 'approved', clinic })
const [reference] = good.solutions
if (reference === undefined) throw new Error('The instance has no solution.')

/** Always holds, because it selects no record and expects none. */
const alwaysHeld: Criterion['assertion'] = {
  assert: 'record-state',
  collection: 'fhir.Task',
  correlate_by: { id: 'none' },
  fields: [{ path: 'status', expected: 'requested' }],
  count: 0,
}

/** Instances with one fault each, and the checks that have to find it. */
const faulty: readonly {
  readonly name: string
  readonly changed: Partial<Instance>
  readonly finds: readonly CheckName[]
}[] = [
  {
    name: 'the solution leaves the last step out',
    changed: { solutions: [{ ...reference, calls: reference.calls.slice(0, -1) }, ...good.solutions.slice(1)] },
    finds: ['oracle'],
  },
  {
    name: 'the solution writes more than it has to',
    changed: { solutions: [{ ...reference, calls: [...reference.calls, ...reference.calls.slice(-1)] }] },
    finds: ['minimality', 'second-way'],
  },
  { name: 'an extra does harm', changed: { extras: good.counters.slice(0, 1) }, finds: ['harmless-extra'] },
  {
    name: 'the second way is wrong',
    changed: { solutions: [reference, { name: 'idle', calls: [] }] },
    finds: ['second-way'],
  },
  {
    name: 'all criteria are minor',
    changed: { criteria: good.criteria.map((criterion): Criterion => ({ ...criterion, severity: 'minor' })) },
    finds: ['spam'],
  },
  {
    name: 'guards forbid nothing',
    changed: {
      criteria: good.criteria.map((criterion) =>
        criterion.guard === true ? { ...criterion, assertion: alwaysHeld } : criterion,
      ),
    },
    finds: ['findings', 'counters', 'mutants'],
  },
  {
    name: 'any outcome is right',
    changed: {
      counters: [],
      criteria: [
        {
          label: 'The work item is closed',
          assertion: {
            assert: 'record-state',
            collection: 'fhir.Task',
            fields: [{ path: 'businessStatus.coding[0].code', expected: { $exists: true } }],
          },
        },
      ],
    },
    finds: ['branch-twins'],
  },
]

describe('the checks', () => {
  let broken: ReadonlyMap<string, readonly CheckName[]> = new Map()
  beforeAll(async () => {
    const instances = [good, ...faulty.map(({ changed }, index) => ({ ...good, ...changed, id: `pa-submit-${index}` }))]
    const found = await validateInstances(family, clinic, instances)
    broken = new Map(
      found.map(({ id, checks }) => [
        id,
        checks.flatMap(({ check, outcome }) => (outcome === 'broken' ? [check] : [])),
      ]),
    )
  })

  it('find nothing wrong with a good instance', () => expect(broken.get(good.id)).toEqual([]))

  for (const [index, { name, finds }] of faulty.entries()) {
    it(`find that ${name}`, () => expect(broken.get(`pa-submit-${index}`)).toEqual(expect.arrayContaining([...finds])))
  }
})

it('judges the state that a solver leaves through the client', async () => {
  const instance = paSubmit.make({ seed: 42, level: 'E', branch: 'order-withdrawn', clinic })
  const bench = await Workbench.open(buildBenchmark('solvers', clinic, [instance]))
  const [note = ''] = /DocumentReference\/call-[\w-]+/.exec(JSON.stringify(instance.solutions[0]?.calls)) ?? []
  const close = async (session: TaskSession, outcome: string) => {
    const { entry = [] } = await session.fhir.search('Task', { status: 'requested', patient: readPatient(instance) })
    const id = String(entry[0]?.resource?.id)
    const coding = [{ system: 'https://carebench.example.org/authorization-outcome', code: outcome }]
    await session.fhir.patch('Task', id, [
      { op: 'replace', path: '/status', value: 'cancelled' },
      { op: 'add', path: '/businessStatus', value: { coding } },
      { op: 'add', path: '/reasonReference', value: { reference: note } },
    ])
    return undefined
  }
  const right = await bench.work(instance.id, (session) => close(session, 'order-withdrawn'))
  expect(right).toMatchObject({ verdict: 'pass', score: 1, broken: [], refused: [] })
  expect(right.calls).toBeGreaterThan(2)
  const wrong = await bench.work(instance.id, (session) => close(session, 'approved'))
  expect(wrong.verdict).not.toBe('pass')
  expect(wrong.broken).toEqual(['The work item has the outcome'])
})

function readPatient({ truth }: Instance): string {
  return typeof truth === 'object' && truth !== null && 'patient' in truth ? `Patient/${truth.patient}` : ''
}

it('reports a family without a solver as unproven, and an idle solver as broken', async () => {
  const audit = { null_floor: 0, spam_floor: 0, solutions: [], findings: [], counters: [] } as never
  const worked = { verdict: 'fail', score: 0, broken: [], refused: [], calls: 0 }
  const bench = { make: async () => worked, work: async () => worked } as never
  const { solver: _, ...unproven } = paSubmit
  const checks = await validateInstance(good, { family: unproven, clinic, bench, audit })
  expect(checks.find(({ check }) => check === 'independent-solver')?.outcome).toBe('unproven')
  const idle = { family: 'pa-submit', solve: async () => undefined }
  const solved = await validateInstance(good, { family: { ...paSubmit, solver: idle }, clinic, bench, audit })
  expect(solved.find(({ check }) => check === 'independent-solver')?.outcome).toBe('broken')
})
