import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { handleFhir } from '../http/interactions.js'
import { FhirStore } from '../store/store.js'
import type { FhirResource } from './fhir-resource.js'

const base = 'https://host.example:8443/v1/x/fhir/'
const context = { now: '2026-01-05T09:00:00.000Z', newId: () => 'new' }

/** Inserts the base URL into a response, as a host does. */
function insertBase(text: string, places: readonly number[]): string {
  return [...places].reverse().reduce((rest, place) => rest.slice(0, place) + base + rest.slice(place), text)
}

/** A text that resembles links, markers and escapes. */
const hostile = fc
  .array(fc.constantFrom('\u0001', '\\u0001', '"', '\\', '/', 'Patient/1', '"url":"', '\ud800', '😀', base, ' '))
  .map((parts) => parts.join(''))

describe('the URL of the record', () => {
  const ask = (resources: readonly FhirResource[], url: string, baseUrl?: string) => {
    const [path = '', query = ''] = url.split('?')
    const request = { method: 'GET', path, query, headers: {} }
    return handleFhir(
      FhirStore.fromResources(resources),
      request,
      baseUrl === undefined ? context : { ...context, baseUrl },
    )
  }
  const links = (json: { link: { url: string }[]; entry: { fullUrl: string }[] }) => [
    ...json.link.map(({ url }) => url),
    ...json.entry.map(({ fullUrl }) => fullUrl),
  ]

  it.each(['Patient?_count=1', '?_count=1', 'Patient/_history?_count=1', 'Patient/a/$everything?_count=1'])(
    'is the base of every link of %s',
    (url) => {
      const resources = ['a', 'b'].map((id) => ({
        resourceType: 'Patient',
        id,
        link: [{ other: { reference: 'Patient/a' } }],
      }))
      const relative = ask(resources, url)
      const absolute = ask(resources, url, base)
      expect(absolute.relativeUrls).toEqual([])
      const expected = links(JSON.parse(relative.body ?? '')).map((link) => base + link)
      expect(expected.length).toBeGreaterThan(1)
      expect(links(JSON.parse(absolute.body ?? ''))).toEqual(expected)
      expect(insertBase(relative.body ?? '', relative.relativeUrls)).toBe(absolute.body)
    },
  )

  it('is the base of every link in the results of a Bundle', () => {
    const patient = { resourceType: 'Patient', id: 'a' }
    const urls = ['Patient/a', 'Patient?_id=a', 'Patient/none', '?_id=a', 'Patient/a/_history']
    const entry = urls.map((url) => ({ request: { method: 'GET', url } }))
    const body = { resourceType: 'Bundle', type: 'batch', entry }
    const post = (more: object) => {
      const store = FhirStore.fromResources([patient])
      return handleFhir(store, { method: 'POST', path: '', query: '', headers: {}, body }, { ...context, ...more })
    }
    const relative = post({})
    const absolute = post({ baseUrl: base })
    expect(insertBase(relative.body ?? '', relative.relativeUrls)).toBe(absolute.body)
    const responses = JSON.parse(absolute.body ?? '').entry.map(({ resource }: { resource: never }) => resource)
    expect(links(responses[1])).toEqual([`${base}Patient?_id=a`, `${base}Patient/a`])
    expect(links(responses[3])).toEqual([`${base}?_id=a`, `${base}Patient/a`])
    expect(links(responses[4])).toEqual([`${base}Patient/a/_history`, `${base}Patient/a`])
    expect(relative.relativeUrls).toHaveLength(6)
  })

  it('is stated in the CapabilityStatement', () => {
    expect(JSON.parse(ask([], 'metadata', base).body ?? '')).toMatchObject({ implementation: { url: base } })
  })

  it('is never inserted into a resource, whatever its contents', () => {
    fc.assert(
      fc.property(hostile, hostile, (family, id) => {
        const patient = { resourceType: 'Patient', id: `a${id}`, name: [{ family }] }
        const relative = ask([patient], 'Patient')
        const bundle = JSON.parse(insertBase(relative.body ?? '', relative.relativeUrls))
        expect(bundle.entry[0].resource).toEqual(JSON.parse(JSON.stringify(patient)))
        expect(bundle.entry[0].fullUrl).toBe(JSON.parse(JSON.stringify(`${base}Patient/a${id}`)))
        expect(ask([patient], 'Patient', base).body).toBe(insertBase(relative.body ?? '', relative.relativeUrls))
        expect(relative.relativeUrls).toHaveLength(2)
      }),
    )
  })

  it('is followed by type and id of each entry, whatever these contain', () => {
    fc.assert(
      fc.property(hostile, hostile, (type, id) => {
        const resources = ['Patient', `Other${type}`, 'Patient'].map((resourceType, place) => {
          return { resourceType, id: `${place}${id}` }
        })
        const { entry } = JSON.parse(ask(resources, '_history', base).body ?? '')
        const expected = resources.map((resource) => `${base}${resource.resourceType}/${resource.id}`).reverse()
        expect(entry.map(({ fullUrl }: { fullUrl: string }) => fullUrl)).toEqual(JSON.parse(JSON.stringify(expected)))
      }),
    )
  })
})
