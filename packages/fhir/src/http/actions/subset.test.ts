import { describe, expect, it } from 'vitest'
import { recordServer } from '../../testing/record-server.js'

const subsetted = { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' }

const { send } = recordServer([
  {
    resourceType: 'Observation',
    id: 'o',
    meta: { profile: ['http://example.org/p'], tag: [{ code: 'mine' }] },
    implicitRules: 'http://example.org/rules',
    text: { status: 'generated', div: '<div>x</div>' },
    extension: [{ url: 'http://example.org/e', valueString: 'x' }],
    modifierExtension: [{ url: 'http://example.org/m', valueString: 'x' }],
    status: 'final',
    _status: { id: 's' },
    category: [{ text: 'vital signs' }],
    code: { text: 'Body weight' },
    subject: { reference: 'Patient/p' },
    valueQuantity: { value: 70 },
    note: [{ text: 'n' }],
    method: { text: 'm' },
  },
  { resourceType: 'Patient', id: 'p', birthDate: '1980-01-01', maritalStatus: { text: 'S' }, photo: [{ title: 'x' }] },
])

function members(query: string): readonly (readonly string[])[] {
  return send('GET', query).json.entry.map(({ resource }) => Object.keys(resource))
}

describe('responses with parts of resources', () => {
  it.each<[string, readonly string[]]>([
    [
      '_summary=true',
      ['meta', 'implicitRules', 'modifierExtension', 'status', '_status', 'code', 'subject', 'valueQuantity'],
    ],
    ['_summary=text', ['meta', 'implicitRules', 'text', 'modifierExtension', 'status', '_status', 'code']],
    ['_elements=subject', ['meta', 'implicitRules', 'modifierExtension', 'status', '_status', 'code', 'subject']],
    [
      '_elements=Observation.value,note',
      ['meta', 'implicitRules', 'modifierExtension', 'status', '_status', 'code', 'valueQuantity', 'note'],
    ],
    ['_elements=text', ['meta', 'implicitRules', 'text', 'modifierExtension', 'status', '_status', 'code']],
    [
      '_summary=data',
      [
        'meta',
        'implicitRules',
        'extension',
        'modifierExtension',
        'status',
        '_status',
        'category',
        'code',
        'subject',
        'valueQuantity',
        'note',
        'method',
      ],
    ],
  ])('returns only some elements: %s', (shape, expected) => {
    expect(members(`Observation?${shape}`)).toEqual([['resourceType', 'id', ...expected]])
    const [entry] = send('GET', `Observation?${shape}`).json.entry
    expect(entry?.resource.meta).toEqual({ profile: ['http://example.org/p'], tag: [{ code: 'mine' }, subsetted] })
  })

  it('tags resources without meta, and does not change the record', () => {
    expect(send('GET', 'Patient?_elements=birthDate').json.entry[0]?.resource).toEqual({
      resourceType: 'Patient',
      id: 'p',
      birthDate: '1980-01-01',
      meta: { tag: [subsetted] },
    })
    expect(send('GET', 'Patient/p').json).not.toHaveProperty('meta')
    expect(send('GET', 'Patient?_summary=false').json.entry[0]?.resource).toHaveProperty('photo')
  })

  it('summarizes included resources, but returns them in full if _elements names elements of the matches', () => {
    const include = '_include=Observation:patient'
    expect(members(`Observation?_summary=true&${include}`)[1]).toEqual(['resourceType', 'id', 'birthDate', 'meta'])
    expect(members(`Observation?_elements=code&${include}`)[1]).toEqual([
      'resourceType',
      'id',
      'birthDate',
      'maritalStatus',
      'photo',
    ])
  })

  it('returns only the count', () => {
    for (const shape of ['_summary=count', '_count=0']) {
      const { json } = send('GET', `Observation?${shape}`)
      expect(json.total).toBe(1)
      expect(json).not.toHaveProperty('entry')
    }
  })

  it.each([
    ['_summary=yes', 'expected true, text, data, count, false'],
    ['_elements=cod', '_elements: Observation has no element "cod". Supported: identifier, basedOn'],
    ['_elements=Patient.name', 'Observation has no element "Patient.name"'],
    ['_elements=,', 'has no element ""'],
    ['_elements=code&_summary=true', 'Expected _elements or _summary=true, got both'],
  ])('rejects %s', (shape, message) => {
    const { status, json } = send('GET', `Observation?${shape}`)
    expect(status).toBe(400)
    expect(json.issue[0]?.diagnostics).toContain(message)
  })
})

it('finds tokens by their display texts', () => {
  const { send: ask } = recordServer([
    { resourceType: 'Condition', id: 'a', code: { text: 'Éczema of hand' } },
    {
      resourceType: 'Condition',
      id: 'b',
      code: {
        coding: [
          { code: '1', display: 'Asthma' },
          { code: '2', display: 'Eczema' },
        ],
      },
    },
    {
      resourceType: 'Condition',
      id: 'c',
      code: { coding: [{ code: 'eczema' }] },
      identifier: [{ type: { text: 'Record' }, value: '1' }],
    },
  ])
  const find = (query: string) => ask('GET', `Condition?${query}`).json.entry?.map(({ resource }) => resource.id)
  expect(find('code:text=eczema')).toEqual(['a', 'b'])
  expect(find('code:text=hand')).toBeUndefined()
  expect(find('code:text=eczema&_id=a')).toEqual(['a'])
  expect(find('code:text=eczema&_id=c')).toBeUndefined()
  expect(find('code:text=asthma,eczema of')).toEqual(['a', 'b'])
  expect(find('identifier:text=rec')).toEqual(['c'])
  for (const text of ['Burn', 'Eczema again', 'Burn again']) {
    ask('PUT', 'Condition/a', { resourceType: 'Condition', id: 'a', code: { text }, subject: { display: 'Ann' } })
    expect(find('code:text=eczema')).toEqual(text.startsWith('Eczema') ? ['a', 'b'] : ['b'])
    expect(find('code:text=burn')).toEqual(text.startsWith('Burn') ? ['a'] : undefined)
  }
  const rejected = ask('GET', 'Condition?code:above=http://example.org/vs')
  expect(rejected.status).toBe(400)
  expect(rejected.json.issue[0]?.diagnostics).toMatch(/no modifier ":above".* Supported: :missing, :not, :text, :in\./)
})
