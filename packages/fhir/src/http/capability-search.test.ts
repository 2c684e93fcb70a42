import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol/wire'
import { expect, it } from 'vitest'
import { recordServer } from '../testing/record-server.js'
import { createCapabilityStatement } from './capability-statement.js'

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

/** A valid value for each kind of parameter. */
const values: Readonly<Record<string, string>> = {
  token: 'a',
  string: 'a',
  reference: 'Patient/a',
  date: '2026',
  uri: 'http://example.org',
  number: '1',
  quantity: '1',
}

it('names exactly what searches accept: every parameter and every include works, and no others', () => {
  const { send } = recordServer([])
  const [rest] = objects(createCapabilityStatement('2026-01-05T09:00:00Z').rest)
  const described = objects(rest?.resource)
  expect(described.length).toBeGreaterThan(140)
  let parameters = 0
  for (const { type, searchParam, searchInclude, searchRevInclude } of described) {
    const names = objects(searchParam).map(({ name }) => String(name))
    for (const { name, type: kind } of objects(searchParam)) {
      const query = kind === 'composite' ? `${name}:missing=false` : `${name}=${values[String(kind)]}`
      expect(send('GET', `${type}?${query}`).status, `${type}?${query}`).toBe(200)
      parameters++
    }
    for (const include of Array.isArray(searchInclude) ? searchInclude : []) {
      expect(send('GET', `${type}?_include=${include}`).status, `${type}?_include=${include}`).toBe(200)
    }
    expect(searchRevInclude).toContain('Provenance:target')
    const reverse = Array.isArray(searchRevInclude) ? searchRevInclude : []
    // Some exist for all types: a few per type are enough.
    for (const include of reverse.filter((_, place) => place % 40 === 0)) {
      expect(send('GET', `${type}?_revinclude=${include}`).status, `${type}?_revinclude=${include}`).toBe(200)
    }
    const rejected = send('GET', `${type}?no-such=1`).json.issue[0]?.diagnostics ?? ''
    const listed = (/Supported: (.*);/.exec(rejected)?.[1] ?? '').split(', ')
    expect(listed.filter((name) => name !== '_has').sort()).toEqual(names.sort())
  }
  expect(parameters).toBeGreaterThan(2000)
})

it('names what _revinclude adds, but not references by canonical URL', () => {
  const { send } = recordServer([
    { resourceType: 'Patient', id: 'a' },
    { resourceType: 'Observation', id: 'b', subject: { reference: 'Patient/a' }, focus: [{ reference: 'Patient/a' }] },
  ])
  const [rest] = objects(createCapabilityStatement('2026-01-05T09:00:00Z').rest)
  const declared = (type: string) => objects(rest?.resource).find((each) => each.type === type)?.searchRevInclude
  expect(declared('Patient')).toEqual(expect.arrayContaining(['Observation:subject', 'Observation:focus', 'List:item']))
  expect(declared('Patient')).not.toContain('Observation:device')
  expect(declared('Library')).not.toContain('Measure:depends-on')
  for (const include of ['Observation:subject', 'Observation:focus']) {
    const names = send('GET', `Patient?_revinclude=${include}`).json.entry.map(({ fullUrl }) => fullUrl)
    expect(names).toEqual(['Patient/a', 'Observation/b'])
  }
})
