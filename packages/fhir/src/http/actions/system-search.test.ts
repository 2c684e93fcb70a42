import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { FhirResource } from '../../resource/fhir-resource.js'
import { type Entry, recordServer } from '../../testing/record-server.js'

function tagged(resourceType: string, id: string, code: string, more: object = {}): FhirResource {
  return {
    resourceType,
    id,
    meta: { tag: [{ code }], lastUpdated: '2026-01-01T00:00:00Z' },
    ...more,
  }
}

const resources = [
  tagged('Patient', 'a', 'x', { birthDate: '1980-01-01' }),
  tagged('Observation', 'b', 'x', { status: 'final', code: { text: 'Weight' } }),
  tagged('Patient', 'c', 'y'),
  tagged('Task', 'd', 'x', { status: 'requested', intent: 'order' }),
]
const form = { 'content-type': 'application/x-www-form-urlencoded' }
function listNames(entries: readonly Entry[] = []): string[] {
  return entries.map(({ fullUrl }) => fullUrl)
}

describe('a search of the whole record', () => {
  const { send } = recordServer(resources)

  it.each([
    ['?_tag=x', ['Patient/a', 'Observation/b', 'Task/d']],
    ['?_tag=x&_type=Task,Patient', ['Patient/a', 'Task/d']],
    ['?_type=Task&_type=Patient&_tag=x', ['Patient/a', 'Task/d']],
    ['?_type=Patient&birthdate=1980', ['Patient/a']],
    ['?_id=b,d', ['Observation/b', 'Task/d']],
    ['?_sort=-_id', ['Task/d', 'Patient/c', 'Observation/b', 'Patient/a']],
    ['?_lastUpdated=gt2027', []],
    ['', ['Patient/a', 'Observation/b', 'Patient/c', 'Task/d']],
  ])('finds resources of all types: %s', (query, names) => {
    const answer = send('GET', query)
    expect([answer.status, answer.json.type, answer.json.total]).toEqual([200, 'searchset', names.length])
    expect(listNames(answer.json.entry)).toEqual(names)
    expect(answer.json.link[0]).toEqual({ relation: 'self', url: query })
    expect(answer.events).toEqual([{ type: 'search', resourceType: null, id: null }])
    expect(send('POST', '_search', query.slice(1), form).json.entry).toEqual(answer.json.entry)
  })

  it('supports _summary, _elements and _total like a search of one type', () => {
    expect(send('GET', '?_count=0').json).toEqual({
      resourceType: 'Bundle',
      type: 'searchset',
      total: 4,
      link: [{ relation: 'self', url: '?_count=0' }],
    })
    expect(send('GET', '?_summary=count&_tag=x').json.total).toBe(3)
    expect(send('GET', '?_total=none').json).not.toHaveProperty('total')
    expect(send('GET', '?_type=Observation&_elements=id').json.entry[0]?.resource).toEqual({
      resourceType: 'Observation',
      id: 'b',
      meta: {
        ...(resources[1]?.meta as object),
        tag: [
          { code: 'x' },
          { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' },
        ],
      },
      status: 'final',
      code: { text: 'Weight' },
    })
  })

  it.each([
    ['?_type=Shoe', 'Shoe'],
    ['?_type=Patient,', 'resource types'],
    ['?_type=Patient,Task&birthdate=1980', 'Task has no "birthdate"'],
    ['?birthdate=1980', 'has no "birthdate"'],
    ['?_type=Task&_include=Task:patient', '_include'],
    ['?_sort=birthdate', 'birthdate'],
    ['?_type=Patient&_count=x', '_count'],
    ['?_after=x', '_after'],
  ])('rejects %s', (query, words) => {
    const { status, json } = send('GET', query)
    expect([status, json.issue[0]?.diagnostics]).toEqual([400, expect.stringContaining(words)])
  })

  it('ignores parameters that some types lack if handling is lenient', () => {
    const { json } = send('GET', '?_type=Patient,Task&birthdate=1980&_tag=x', undefined, { prefer: 'handling=lenient' })
    expect(listNames(json.entry)).toEqual(['Patient/a', 'Task/d'])
    expect(json.link[0]?.url).toBe('?_type=Patient,Task&_tag=x')
  })

  it('can be an entry of a Bundle', () => {
    const entry = [{ request: { method: 'GET', url: '?_tag=y' } }]
    const { json } = send('POST', '', { resourceType: 'Bundle', type: 'batch', entry })
    expect(json.entry[0]).toMatchObject({ resource: { type: 'searchset', total: 1 }, response: { status: '200 OK' } })
  })
})

it('pages through every match once, in order, while resources are created and deleted', () => {
  const types = ['Patient', 'Task', 'Basic', 'Group']
  const made = fc.array(
    fc.record({ type: fc.constantFrom(...types), code: fc.constantFrom('x', 'y'), big: fc.boolean() }),
    {
      maxLength: 30,
    },
  )
  let pagesSeen = 0
  fc.assert(
    fc.property(
      made,
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom('', '&_sort=-_id', '&_sort=_tag'),
      fc.boolean(),
      (list, count, sort, writes) => {
        const stored = list.map(({ type, code }, index) => tagged(type, `r${String(index).padStart(2, '0')}`, code))
        const { send } = recordServer(stored)
        const seen: string[] = []
        for (let url: string | undefined = `?_tag=x,y&_count=${count}${sort}`; url !== undefined; pagesSeen++) {
          const { json } = send('GET', url)
          expect((json.entry ?? []).length).toBeLessThanOrEqual(count)
          seen.push(...listNames(json.entry))
          url = json.link.find(({ relation }) => relation === 'next')?.url
          if (!writes) continue
          const [gone] = seen
          if (gone !== undefined) send('DELETE', gone)
        }
        const expected = stored.map(({ resourceType, id }) => `${resourceType}/${String(id)}`)
        const readId = (name: string) => name.split('/')[1] ?? ''
        if (sort === '&_sort=-_id') expected.sort((one, other) => (readId(one) < readId(other) ? 1 : -1))
        if (sort === '&_sort=_tag') {
          const codeOf = (name: string) => list[Number(readId(name).slice(1))]?.code ?? ''
          expected.sort((one, other) => (codeOf(one) < codeOf(other) ? -1 : codeOf(one) > codeOf(other) ? 1 : 0))
        }
        expect(seen).toEqual(expected)
      },
    ),
    // Short lists alone could fit on few pages.
    { examples: [[Array.from({ length: 30 }, () => ({ type: 'Task', code: 'x', big: false })), 1, '', true]] },
  )
  expect(pagesSeen).toBeGreaterThan(20 * inject('scale'))
})
