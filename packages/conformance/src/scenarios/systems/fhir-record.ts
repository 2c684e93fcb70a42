import { at, listAt } from '../../exchange/exchange.js'
import { anything, each, either, filled, not } from '../../expectation/pattern.js'
import { approvableForm, labResult } from '../../scenario/clinic.js'
import { scenario } from '../../scenario/scenario.js'
import { must, textIn } from '../../scenario/unmet.js'

const fhirJson = { 'content-type': 'application/fhir+json' }
const outcome = { resourceType: 'OperationOutcome', issue: each(anything, 1) }
function bytes(text: string) {
  return new TextEncoder().encode(text)
}

export const record = scenario({
  name: 'The FHIR record',
  ids: [
    'fhir.seeded',
    'fhir.read',
    'fhir.create',
    'fhir.update',
    'fhir.delete',
    'fhir.search',
    'fhir.search-unknown',
    'fhir.capability-statement',
    'fhir.versions',
    'fhir.invalid',
    'fhir.media-type',
    'public.fhir',
    'authentication.run-token-groups',
    'errors.simulated-payloads',
    'errors.proxies-too',
    'errors.payload-large-groups',
    'errors.charset',
    'fhir.allow',
    'fhir.malformed',
    'fhir.absolute-links',
    'fhir.local-references',
    'fhir.search-system',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const run = await k.createRun((await k.clinic()).reference)
    const started = must(await run.start(), 200)
    const call = run.system
    const read = await call('GET', 'fhir/Patient/p1')
    k.answer('fhir.seeded', read, {
      status: 200,
      body: { resourceType: 'Patient', id: 'p1', name: [{ family: 'Larsen', given: ['Ida'] }] },
    })
    k.answer('fhir.read', read, { status: 200, body: { resourceType: 'Patient', id: 'p1' } })
    k.answer('fhir.media-type', read, { headers: { 'content-type': /^application\/fhir\+json/ } })
    const found = await call('GET', 'fhir/Patient?family=larsen')
    k.answer('fhir.search', found, {
      status: 200,
      body: { resourceType: 'Bundle', type: 'searchset', total: 1, entry: [{ resource: { id: 'p1' } }] },
    })
    k.answer('fhir.search', await call('GET', 'fhir/Patient?family=nobody'), {
      status: 200,
      body: { resourceType: 'Bundle', type: 'searchset', total: 0 },
    })
    const base = /^https:\/\/[^/]+\/v1\/benchmark-runs\/[^/]+\/fhir/
    k.answer('fhir.absolute-links', found, { body: { link: each({ url: base }, 1), entry: [{ fullUrl: base }] } })
    const types = await call('GET', 'fhir?_type=Patient,Task')
    k.answer('fhir.search-system', types, {
      status: 200,
      body: { resourceType: 'Bundle', type: 'searchset', total: 2 },
    })
    const posted = await call('POST', 'fhir/_search', bytes('_type=Patient'), {
      'content-type': 'application/x-www-form-urlencoded',
    })
    k.answer('fhir.search-system', posted, { status: 200, body: { type: 'searchset', total: 1 } })
    const reference = String(at(found.body, 'entry', 0, 'fullUrl'))
    const observe = (subject: string) =>
      call(
        'POST',
        'fhir/Observation',
        { resourceType: 'Observation', status: 'preliminary', code: { text: 'x' }, subject: { reference: subject } },
        fhirJson,
      )
    const local = await observe(reference)
    k.answer('fhir.local-references', local, 201)
    k.answer('fhir.absolute-links', local, { headers: { location: base } })
    const kept = await call('GET', `fhir/Observation/${at(local.body, 'id')}`)
    k.answer('fhir.local-references', kept, { body: { subject: { reference: 'Patient/p1' } } })
    const sandbox = listAt(started.body, 'sandboxes').find((one) => at(one, 'type') === 'FHIR')
    const elsewhere = reference.replace(/\/v1\/benchmark-runs\/[^/]+/, `/sandboxes/${at(sandbox, 'id')}`)
    const foreign = elsewhere.replace(/^https:\/\/[^/]+/, 'https://other.example')
    const written = [local]
    for (const [sent, stored] of [
      [new URL(reference).pathname, 'Patient/p1'],
      [elsewhere, 'Patient/p1'],
      [new URL(elsewhere).pathname, 'Patient/p1'],
      [foreign, foreign],
    ] as const) {
      const answer = await observe(sent)
      written.push(answer)
      k.answer('fhir.local-references', answer, { status: 201, body: { subject: { reference: stored } } })
    }
    for (const subject of ['Patient/p1', reference, elsewhere]) {
      const search = await call('GET', `fhir/Observation?subject=${encodeURIComponent(subject)}`)
      k.answer('fhir.local-references', search, { status: 200, body: { total: 4 } })
    }
    const entry = { request: { method: 'GET', url: reference } }
    const batch = await call('POST', 'fhir', { resourceType: 'Bundle', type: 'batch', entry: [entry] }, fhirJson)
    k.answer('fhir.local-references', batch, { status: 200, body: { entry: [{ resource: { id: 'p1' } }] } })
    for (const answer of written) must(await call('DELETE', `fhir/Observation/${at(answer.body, 'id')}`), 200, 204)
    const lost = await call('GET', 'fhir/Patient/none')
    k.answer('fhir.read', lost, { status: 404, body: outcome })
    k.answer('errors.simulated-payloads', lost, { status: 404, body: outcome })
    const sent = { resourceType: 'Observation', id: 'mine', status: 'final', code: { text: 'x' } }
    const made = await call('POST', 'fhir/Observation', sent, fhirJson)
    const id = textIn(made, 'id')
    k.answer('fhir.create', made, {
      status: 201,
      headers: { location: new RegExp(`Observation/${id}`) },
      body: { status: 'final', id: not('mine') },
    })
    k.answer('fhir.versions', made, { body: { meta: { versionId: '1', lastUpdated: filled } } })
    const replaced = await call('PUT', `fhir/Observation/${id}`, { ...sent, id, status: 'amended' }, fhirJson)
    k.answer('fhir.update', replaced, { status: 200, body: { status: 'amended' } })
    k.answer('fhir.update', await call('GET', `fhir/Observation/${id}`), { body: { status: 'amended' } })
    k.answer('fhir.versions', replaced, { body: { meta: { versionId: '2' } } })
    k.answer('fhir.delete', await call('DELETE', `fhir/Observation/${id}`), { status: either(200, 204) })
    k.answer('fhir.delete', await call('GET', `fhir/Observation/${id}`), { status: either(404, 410) })
    k.answer('fhir.delete', await call('GET', 'fhir/Observation'), { body: { total: 0 } })
    const unknown = await call('GET', 'fhir/Patient?shoe_size=44')
    k.answer('fhir.search-unknown', unknown, { status: 400, body: outcome })
    for (const body of [{ resourceType: 'Observation' }, { a: 1 }, []]) {
      k.answer('fhir.invalid', await call('POST', 'fhir/Patient', body, fhirJson), { status: 400, body: outcome })
    }
    for (const text of [
      '{"resourceType":',
      '',
      '{"resourceType":"Patient"}}',
      '{"resourceType":"Patient","a":9007199254740993}',
      '{"__proto__":{}}',
    ]) {
      const malformed = await call('POST', 'fhir/Patient', bytes(text), fhirJson)
      k.answer('fhir.malformed', malformed, { status: 400, body: outcome })
    }
    for (const [method, path, allowed] of [
      ['DELETE', 'fhir/metadata', /GET/],
      ['POST', 'fhir/Patient/p1', /GET.*PUT/],
      ['PUT', 'fhir/Patient/p1/_history', /GET/],
    ] as const) {
      const refused = await call(method, path, method === 'DELETE' ? undefined : {}, fhirJson)
      k.answer('fhir.allow', refused, { status: 405, headers: { allow: allowed }, body: outcome })
    }
    const latin = { 'content-type': 'application/fhir+json; charset=iso-8859-1' }
    k.answer('errors.charset', await call('POST', 'fhir/Patient', { resourceType: 'Patient' }, latin), 415)
    const metadata = await call('GET', 'fhir/metadata')
    k.answer('fhir.capability-statement', metadata, {
      status: 200,
      body: { resourceType: 'CapabilityStatement', fhirVersion: filled, rest: each({ mode: 'server' }, 1) },
    })
    for (const answer of [found, lost, made, replaced, metadata])
      k.answer('fhir.media-type', answer, { headers: { 'content-type': /^application\/fhir\+json/ } })
    for (const [answer, status] of [
      [read, 200],
      [made, 201],
      [replaced, 200],
    ] as const)
      k.answer('public.fhir', answer, status)
    for (const [method, path, body] of [
      ['GET', 'fhir/Patient/p1'],
      ['POST', 'fhir/Patient', { resourceType: 'Patient' }],
      ['PUT', 'fhir/Patient/p1', { resourceType: 'Patient', id: 'p1' }],
      ['GET', 'portal/prior-auths'],
      ['POST', 'portal/prior-auths', approvableForm],
      ['GET', 'hl7/inbox'],
      ['POST', 'hl7/outbound', { payload: labResult }],
      ['GET', 'files/inbox'],
      ['GET', 'files/inbox/a.csv'],
      ['DELETE', 'fhir/Patient/p1'],
    ] as const) {
      const answer = await call(method, path, body)
      k.answer('authentication.run-token-groups', answer, { status: either(200, 201, 204) })
    }
    for (const group of ['fhir/Patient', 'portal/prior-auths', 'hl7/inbox', 'files/inbox']) {
      const target = `/v1/benchmark-runs/${run.id}/${group}`
      for (const token of ['vrl_run_wrong', k.solverKey, k.organizationKey]) {
        k.answer('errors.proxies-too', await k.as(token)('GET', target), {
          status: 401,
          body: { error: { code: 'UNAUTHORIZED', message: filled } },
        })
      }
    }
    const large = {
      resourceType: 'Patient',
      text: { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml">${'x'.repeat(1_100_000)}</div>` },
    }
    k.answer('errors.payload-large-groups', await call('POST', 'fhir/Patient', large, fhirJson), 201)
  },
})
