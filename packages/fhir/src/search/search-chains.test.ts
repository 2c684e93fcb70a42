/// <reference types="node" />
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { FhirResource } from '../resource/fhir-resource.js'
import { FhirStore } from '../store/store.js'
import { recordServer } from '../testing/record-server.js'
import { compileSearch } from './resource-search.js'

const record: readonly FhirResource[] = [
  { resourceType: 'Organization', id: 'north', name: 'North' },
  { resourceType: 'Organization', id: 'south', name: 'South', partOf: { reference: 'Organization/north' } },
  {
    resourceType: 'Patient',
    id: 'ann',
    name: [{ family: 'Stone' }],
    managingOrganization: { reference: 'Organization/south' },
  },
  {
    resourceType: 'Patient',
    id: 'bob',
    name: [{ family: 'Wall' }],
    managingOrganization: { reference: 'Organization/north' },
  },
  { resourceType: 'Group', id: 'ann', code: { coding: [{ code: 'herd' }] } },
  { resourceType: 'Practitioner', id: 'p', name: [{ family: 'Stone' }] },
  {
    resourceType: 'Observation',
    id: 'o1',
    code: { coding: [{ code: 'x' }] },
    subject: { reference: 'Patient/ann' },
    performer: [{ reference: 'Practitioner/p' }],
  },
  {
    resourceType: 'Observation',
    id: 'o2',
    code: { coding: [{ code: 'y' }] },
    subject: { reference: 'Patient/bob/_history/2' },
  },
  { resourceType: 'Observation', id: 'o3', code: { coding: [{ code: 'x' }] }, subject: { reference: 'Group/ann' } },
  {
    resourceType: 'Observation',
    id: 'o4',
    code: { coding: [{ code: 'x' }] },
    subject: { display: 'somebody' },
    hasMember: [{ reference: 'Observation/o1' }],
  },
  {
    resourceType: 'Observation',
    id: 'o5',
    code: { coding: [{ code: 'z' }] },
    hasMember: [{ reference: 'Observation/o4' }, { reference: 'Observation/o5' }],
  },
  {
    resourceType: 'Provenance',
    id: 'v',
    target: [{ reference: 'Observation/o1' }],
    agent: [{ who: { reference: 'Practitioner/p' } }],
  },
  { resourceType: 'Task', id: 't', status: 'ready', focus: { reference: 'Library/ann' } },
  { resourceType: 'Questionnaire', id: 'q', url: 'http://example.org/q', title: 'Falls' },
  { resourceType: 'QuestionnaireResponse', id: 'r', questionnaire: 'http://example.org/q|2' },
]

const store = FhirStore.fromResources(record)
function find(query: string): readonly unknown[] {
  const [type = '', conditions = ''] = query.split('?')
  const parameters = conditions.split('&').map((item): [string, string] => {
    const [name = '', value = ''] = item.split('=')
    return [name, value]
  })
  return store.search(type, parameters).matches.map(({ resource }) => resource.id)
}

describe('chains', () => {
  it.each<[string, readonly string[]]>([
    ['Observation?subject:Patient.family=stone', ['o1']],
    ['Observation?subject.family=stone', ['o1']],
    ['Observation?patient.name=wall', ['o2']],
    ['Observation?subject:Group.code=herd', ['o3']],
    ['Observation?subject:Patient.organization.name=north', ['o2']],
    ['Observation?subject:Patient.organization.partof.name:exact=North', ['o1']],
    ['Observation?patient.organization:Organization._id=south,north', ['o1', 'o2']],
    ['Observation?patient.family=stone,wall&code=y', ['o2']],
    ['Observation?performer.family=stone', ['o1']],
    ['Observation?patient.family=nobody', []],
    ['Patient?_has:Observation:patient:code=x', ['ann']],
    ['Patient?_has:Observation:subject:code=x,y', ['ann', 'bob']],
    ['Group?_has:Observation:subject:code=x', ['ann']],
    ['Patient?_has:Observation:patient:code:not=x', ['bob']],
    ['Patient?_has:Observation:patient:_has:Provenance:target:agent=Practitioner/p', ['ann']],
    ['Patient?_has:Observation:patient:performer.family=stone', ['ann']],
    ['Patient?_has:Task:focus:status=ready', []],
    ['Provenance?target:Observation.patient.family=stone', ['v']],
    ['QuestionnaireResponse?questionnaire.title=falls', ['r']],
    ['QuestionnaireResponse?questionnaire=http://example.org/q', ['r']],
  ])('find resources: %s', (query, ids) => {
    expect(find(query)).toEqual(ids)
  })

  it.each([
    ['Observation?focus.name=x', 'may refer to any type: name it, as in focus:Patient.name'],
    [
      'Observation?subject:Practitioner.name=x',
      '"subject" does not refer to "Practitioner". Supported: Patient, Group',
    ],
    [
      'Observation?patient.nmae=x',
      'Patient has no search parameter "nmae". Did you mean "patient.name"? Supported: _id',
    ],
    ['Observation?subject.nmae=x', 'None of Patient, Group, Device, Location has a search parameter "nmae"'],
    [
      'Observation?status.name=x',
      'Observation has no search parameter "status.name": "status" is a token, not a reference.',
    ],
    ['Observation?nothing.name=x', 'Observation has no search parameter "nothing.name"'],
    ['Patient?_has:Observation:performers:code=x', 'has no search parameter "performers" that refers to Patient'],
    ['Patient?_has:Observation:device:code=x', 'has no search parameter "device" that refers to Patient'],
    ['Patient?_has:Observation:patient=x', 'expected a name such as _has:Observation:patient:code'],
    ['Patient?_has:Thing:patient:code=x', 'expected a name such as _has:Observation:patient:code'],
    ['Patient?_has:Observation:patient:nmae=x', 'Observation has no search parameter "nmae"'],
    [`Organization?${'partof.'.repeat(7)}name=x`, 'at most 5 references'],
  ])('rejects %s', (query, message) => {
    expect(() => find(query)).toThrow(message)
  })

  it('are compiled for stores, and throw on testing a single resource', () => {
    const search = compileSearch('Observation', [['patient.family', 'stone']])
    expect(search.followsReferences).toBe(true)
    expect(store.find(search).map(({ resource }) => resource.id)).toEqual(['o1'])
    expect(() => search.test({ resourceType: 'Observation' })).toThrow('in a store')
    expect(compileSearch('Observation', [['code', 'x']]).followsReferences).toBe(false)
    const literal = (type: string, name: string, value: string) => compileSearch(type, [[name, value]]).literal
    expect(literal('Observation', 'patient', 'ann')).toEqual({ element: 'subject', values: ['Patient/ann'] })
    expect(literal('QuestionnaireResponse', 'questionnaire', 'http://example.org/q')).toBeUndefined()
  })

  it('see the changes of a fork', () => {
    const fork = store.fork()
    fork.apply({ op: 'put', resource: { resourceType: 'Patient', id: 'bob', name: [{ family: 'Stone' }] } })
    fork.apply({ op: 'delete', resourceType: 'Patient', id: 'ann', version: 2, at: '2026-01-05T09:00:00Z' })
    expect(
      fork.search('Observation', [['patient.family', 'stone']]).matches.map(({ resource }) => resource.id),
    ).toEqual(['o2'])
    const included = fork.search('Observation', [['_include', 'Observation:patient']]).included
    expect(included.map(({ resource }) => resource.name)).toEqual([[{ family: 'Stone' }]])
    expect(find('Observation?patient.family=stone')).toEqual(['o1'])
  })

  it('end with an error if they examine too much', () => {
    const people = FhirStore.fromResources(
      Array.from({ length: 5000 }, (_, index) => ({
        resourceType: 'Patient',
        id: `p${index}`,
        link: [{ other: { reference: `Patient/p${index}` } }],
      })),
    )
    const deep = (times: number) =>
      Array.from({ length: times }, (): [string, string] => [`${'link:Patient.'.repeat(5)}active:missing`, 'true'])
    expect(people.search('Patient', [...deep(1), ['_count', '1']]).total).toBe(5000)
    expect(() => people.search('Patient', deep(20))).toThrow('This search follows references of too many resources')
  })
})

describe('includes', () => {
  const { send } = recordServer(record)
  const entries = (query: string): readonly string[] =>
    (send('GET', query).json.entry ?? []).map(({ fullUrl, search }) => {
      return `${fullUrl} ${JSON.parse(JSON.stringify(search)).mode}`
    })

  it.each<[string, readonly string[]]>([
    [
      'Observation?code=x&_include=Observation:patient',
      ['Observation/o1 match', 'Observation/o3 match', 'Observation/o4 match', 'Patient/ann include'],
    ],
    [
      'Observation?code=x&_include=Observation:subject:Group',
      ['Observation/o1 match', 'Observation/o3 match', 'Observation/o4 match', 'Group/ann include'],
    ],
    [
      'Observation?_id=o1&_include=Observation:*',
      ['Observation/o1 match', 'Patient/ann include', 'Practitioner/p include'],
    ],
    ['Observation?_id=o2&_include=Observation:patient', ['Observation/o2 match', 'Patient/bob include']],
    [
      'Observation?_id=o1&_include=Observation:patient&_include:iterate=Patient:organization&\
_include:iterate=Organization:partof',
      ['Observation/o1 match', 'Patient/ann include', 'Organization/south include', 'Organization/north include'],
    ],
    ['Patient?_id=ann&_revinclude=Observation:patient', ['Patient/ann match', 'Observation/o1 include']],
    [
      'Patient?_id=ann&_revinclude=Observation:patient&_revinclude:iterate=Provenance:target&\
_revinclude:iterate=Observation:has-member',
      [
        'Patient/ann match',
        'Observation/o1 include',
        'Provenance/v include',
        'Observation/o4 include',
        'Observation/o5 include',
      ],
    ],
    ['Observation?_id=o5&_include=Observation:has-member', ['Observation/o5 match', 'Observation/o4 include']],
    [
      'Observation?_id=o5&_include:iterate=Observation:has-member',
      ['Observation/o5 match', 'Observation/o4 include', 'Observation/o1 include'],
    ],
    [
      'Observation?_id=o5,o4&_include=Observation:has-member',
      ['Observation/o4 match', 'Observation/o5 match', 'Observation/o1 include'],
    ],
    ['Observation?_id=o1&_include:iterate=DiagnosticReport:performer', ['Observation/o1 match']],
    ['Observation?_id=o5&_count=0&_include=Observation:has-member', []],
  ])('add resources: %s', (query, expected) => {
    expect(entries(query)).toEqual(expected)
  })

  it.each([
    [
      'Observation?_include=Patient:organization',
      'does not apply to Observation. To apply it to included resources, write _include:iterate',
    ],
    ['Observation?_include=Observation', 'expected a type and a reference such as Observation:patient'],
    ['Observation?_include=*', 'expected a type and a reference'],
    ['Observation?_include=Observation:status', 'has no search parameter "status" that refers'],
    ['Observation?_include=Observation:patient:Group', 'has no search parameter "patient" that refers to Group'],
    ['Observation?_include:recurse=Observation:patient', 'has no modifier ":recurse". Supported: :iterate'],
    ['Patient?_revinclude=Observation:device', 'has no search parameter "device" that refers to Patient'],
    ['Patient?_revinclude=Observation:device:Device', 'does not apply to Patient'],
  ])('rejects %s', (query, message) => {
    const { status, json } = send('GET', query)
    expect(status).toBe(400)
    expect(json.issue[0]?.diagnostics).toContain(message)
  })

  it('add to each page the resources that it refers to', () => {
    const first = send('GET', 'Observation?code=x,y&_count=1&_include=Observation:patient').json
    expect(first.total).toBe(4)
    expect(first.entry.map(({ fullUrl }) => fullUrl)).toEqual(['Observation/o1', 'Patient/ann'])
    const next = first.link.find(({ relation }) => relation === 'next')?.url ?? ''
    expect(entries(next)).toEqual(['Observation/o2 match', 'Patient/bob include'])
  })
})

describe('a chain of resources, each of which refers to the one before', () => {
  const count = 2000
  const chain = FhirStore.fromResources(
    Array.from({ length: count }, (_, number) => ({
      resourceType: 'Observation',
      id: `n${number}`,
      ...(number > 0 && { hasMember: [{ reference: `Observation/n${number - 1}` }] }),
    })),
  )

  it.each([
    ['_include:iterate', `n${count - 1}`],
    ['_revinclude:iterate', 'n0'],
  ])('is followed in steps by %s', (name, id) => {
    const steps = chain.searchInSteps('Observation', [
      ['_id', id],
      [name, 'Observation:has-member'],
    ])
    let pauses = 0
    let step = steps.next()
    for (; step.done !== true; step = steps.next()) pauses++
    expect(step.value.included).toHaveLength(count - 1)
    expect(pauses).toBeGreaterThan(20)
  })
})

/** A record of tasks that are part of other tasks and concern patients, who belong to organizations. */
const graphs = fc.record({
  patients: fc.array(fc.record({ name: fc.constantFrom('Ann', 'Bob'), organization: fc.option(fc.nat({ max: 2 })) }), {
    maxLength: 4,
  }),
  tasks: fc.array(
    fc.record({
      status: fc.constantFrom('draft', 'ready'),
      patient: fc.option(fc.nat({ max: 4 })),
      parts: fc.array(fc.nat({ max: 5 }), { maxLength: 2 }),
    }),
    { maxLength: 6 },
  ),
})

const runs = 40 * inject('scale')

describe('compared with a full scan', () => {
  it('chains, reverse chains and includes find the same', () => {
    fc.assert(
      fc.property(graphs, fc.constantFrom('ann', 'bob'), fc.constantFrom('draft', 'ready'), (graph, name, status) => {
        const { patients, tasks } = graph
        const made = FhirStore.fromResources([
          ...patients.map(({ name: given, organization }, index) => ({
            resourceType: 'Patient',
            id: `p${index}`,
            name: [{ given: [given] }],
            ...(organization === null ? {} : { managingOrganization: { reference: `Organization/g${organization}` } }),
          })),
          ...tasks.map(({ status: state, patient, parts }, index) => ({
            resourceType: 'Task',
            id: `t${index}`,
            status: state,
            ...(patient === null ? {} : { for: { reference: `Patient/p${patient}` } }),
            partOf: parts.map((part) => ({ reference: `Task/t${part}` })),
          })),
        ])
        const ids = (type: string, ...parameters: [string, string][]) =>
          made.search(type, parameters).matches.map(({ resource }) => resource.id)
        const named = (patient: number | null): boolean => {
          return patient !== null && patients[patient]?.name.toLowerCase() === name
        }
        const numbers = tasks.map((_, index) => index)
        const keep = (test: (index: number) => boolean) => numbers.filter(test).map((index) => `t${index}`)
        const listParents = (index: number) => (tasks[index]?.parts ?? []).filter((part) => part < tasks.length)

        expect(ids('Task', ['patient.given', name])).toEqual(keep((index) => named(tasks[index]?.patient ?? null)))
        expect(ids('Task', ['part-of.patient.given', name])).toEqual(
          keep((index) => listParents(index).some((part) => named(tasks[part]?.patient ?? null))),
        )
        expect(ids('Patient', ['_has:Task:patient:status', status])).toEqual(
          patients.flatMap((_, patient) =>
            tasks.some((task) => task.patient === patient && task.status === status) ? [`p${patient}`] : [],
          ),
        )
        expect(ids('Task', ['_has:Task:part-of:status', status])).toEqual(
          keep((index) => tasks.some((task) => task.status === status && task.parts.includes(index))),
        )

        const reached = new Set<number>()
        const walk = (index: number): void => {
          for (const part of listParents(index)) {
            if (reached.has(part)) continue
            reached.add(part)
            walk(part)
          }
        }
        const starts = numbers.filter((index) => tasks[index]?.status === status)
        for (const index of starts) walk(index)
        for (const index of starts) reached.delete(index)
        const { included } = made.search('Task', [
          ['status', status],
          ['_include:iterate', 'Task:part-of'],
        ])
        expect(included.map(({ resource }) => resource.id).sort()).toEqual(
          [...reached].sort().map((index) => `t${index}`),
        )
      }),
      { numRuns: runs },
    )
  })
})
