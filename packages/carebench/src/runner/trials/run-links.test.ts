import { expect, it } from 'vitest'
import { RunLinks } from './run-links.js'

const links = new RunLinks('https://service.test', 'http://127.0.0.1:40123', 'run_1')
const below = '/v1/benchmark-runs/run_1/fhir/Patient/p1'

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'latin1'))
}

it.each([
  [`{"url":"https://service.test${below}"}`, `{"url":"http://127.0.0.1:40123${below}"}`],
  [`a https://public.example:8443${below}, b`, `a http://127.0.0.1:40123${below}, b`],
  ['https://service.test/v1/benchmark-runs/run_10/fhir', 'https://service.test/v1/benchmark-runs/run_10/fhir'],
  ['https://service.test/docs', 'https://service.test/docs'],
  [`see http://http://https://service.test${below}`, `see http://http://http://127.0.0.1:40123${below}`],
])('translates links for the agent: %s', (text, expected) => {
  expect(links.ofAgent(text)).toBe(expected)
})

it('translates links back for the service, in texts and in queries', () => {
  const link = `http://127.0.0.1:40123${below}`
  expect(links.ofService(`{"reference":"${link}"}`)).toBe(`{"reference":"https://service.test${below}"}`)
  const query = `?subject=${encodeURIComponent(link)}`
  expect(links.ofService(query)).toBe(`?subject=${encodeURIComponent(`https://service.test${below}`)}`)
})

it('leaves the rest of a body unchanged, and other bodies than texts', () => {
  const body = bytes(`\xff\x00 https://service.test${below} \xfe`)
  expect(links.bodyOfAgent(body, 'application/pdf')).toBe(body)
  const changed = links.bodyOfAgent(body, 'application/fhir+json; charset=utf-8')
  expect(changed).toEqual(bytes(`\xff\x00 http://127.0.0.1:40123${below} \xfe`))
  expect(links.bodyOfService(changed, 'text/plain')).toEqual(body)
})
