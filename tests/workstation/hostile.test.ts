import { defaultSystems } from '@carebench/systems'
import { beforeAll, describe, expect, it } from 'vitest'
import { type OpenPlayground, openPlayground } from './open-playground.js'

// Content of the systems may be hostile: it is shown as text, and documents are saved instead of opened.

const markup = `"><i id=carebench onload=alert(1)>'&lt;</script><script>alert(1)</script>`
const bidi = `invoice\u202egpj.exe\u2066\u0007`
const hostile = `${markup} ${bidi}`

let playground: OpenPlayground
beforeAll(async () => {
  playground = await openPlayground(defaultSystems, { Fax: { numbers: { '+15550100142': { answers: true } } } })
  const { call, endpoint } = playground
  const subject = { reference: 'Patient/p1', display: hostile }
  const fhir = endpoint('FHIR')
  await call('PUT', `${fhir}/Patient/p1`, { resourceType: 'Patient', id: 'p1', name: [{ text: hostile }] })
  await call('PUT', `${fhir}/Task/t1`, {
    resourceType: 'Task',
    id: 't1',
    status: 'requested',
    intent: 'order',
    code: { text: hostile },
    description: hostile,
    for: subject,
  })
  await call('POST', endpoint('Fax'), { to_number: '+15550100142', document_type: 'referral', text: hostile })
  await call('POST', endpoint('Message'), { channel: 'email', to: 'a@clinic.example', body: hostile })
  await call('PUT', `${endpoint('Files')}/outbound/${encodeURIComponent('page.html')}`, { html: hostile })
  await call('PUT', `${endpoint('Files')}/outbound/rows.csv`, hostile)
})

const pages = [
  '/chart/readResource?type=Patient&resource_id=p1',
  '/chart/readResource?type=Task&resource_id=t1',
  '/chart/searchType?type=Task',
  '/chart/updateResource?type=Task&resource_id=t1',
  '/in-basket/searchType?type=Task',
  '/fax/listFaxes?direction=outbound',
  '/messages/listMessages',
  '/files/listOutbound',
  '/files/readOutboundFile?name=page.html',
  '/files/readOutboundFile?name=rows.csv',
  `/chart/searchType?type=${encodeURIComponent(hostile)}`,
  `/chart/patchResource?type=Task&resource_id=${encodeURIComponent(hostile)}`,
  `/files/writeOutboundFile?name=${encodeURIComponent(hostile)}&~as=${encodeURIComponent(hostile)}`,
  `/${encodeURIComponent(hostile)}`,
]

describe.each(pages)('the page %s', (path) => {
  it('shows what others wrote as text', async () => {
    const { clicker, base } = playground
    await clicker.open(base + path)
    const { elements, markup: html } = clicker.page
    expect(elements.filter(({ tag, attributes }) => tag === 'script' || attributes.id === 'carebench')).toEqual([])
    expect(html).not.toMatch(/(?![\t\n\f\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u)
    expect(clicker.page.status).toBeLessThan(500)
    expect(html.length).toBeLessThan(60_000)
  })
})

it('a document is saved, as a file that no browser runs', async () => {
  const { clicker, base } = playground
  await clicker.open(`${base}/files/readOutboundFile?name=page.html&~file=1`)
  const { headers } = clicker.page
  expect(headers['content-disposition']).toBe('attachment; filename="page.html"')
  expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
  expect(headers['x-content-type-options']).toBe('nosniff')
})

it('rejects names that lead to a path outside of its systems', async () => {
  const { clicker, base } = playground
  for (const name of ['../../../api-keys', '..%2F..%2Fapi-keys', '/api-keys', 'x?y=/api-keys#']) {
    await clicker.open(`${base}/chart/readResource?type=Patient&resource_id=${encodeURIComponent(name)}`)
    expect([name, clicker.page.status]).toEqual([name, 422])
    await clicker.open(`${base}/files/readInboxFile?name=${encodeURIComponent(name)}`)
    expect([name, clicker.page.status]).toEqual([name, 422])
  }
})
