import { beforeAll, describe, expect, it } from 'vitest'
import { clinicBenchmark } from './clinic-benchmark.js'
import {
  type Answer,
  at,
  type Call,
  type ContractTestbed,
  createContractTestbed,
  listAt,
  textAt,
} from './contract-testbed.js'

const formType = 'application/x-www-form-urlencoded'

interface FhirSandbox {
  readonly id: string
  readonly clientId: string
  readonly clientSecret: string
}

let testbed: ContractTestbed
let alone: FhirSandbox
let reference: string
beforeAll(async () => {
  testbed = await createContractTestbed()
  reference = await testbed.publish(clinicBenchmark())
  alone = await createSandbox()
})

async function createSandbox(): Promise<FhirSandbox> {
  const environments = await testbed.call('GET', '/environments')
  const environment_id = textAt(environments.body, 'data', 0, 'id')
  const made = await testbed.call('POST', '/playgrounds', { environment_id })
  const listed = await testbed.call('GET', `/sandboxes?playground_id=${textAt(made.body, 'id')}`)
  return fhirOf(listAt(listed.body, 'data'))
}

function fhirOf(sandboxes: readonly unknown[]): FhirSandbox {
  const sandbox = sandboxes.find((candidate) => at(candidate, 'type') === 'FHIR')
  return {
    id: textAt(sandbox, 'id'),
    clientId: textAt(sandbox, 'credentials', 'client_id'),
    clientSecret: textAt(sandbox, 'credentials', 'client_secret'),
  }
}

const open: Call = (...call) => testbed.as(null)(...call)

function askToken(sandbox: FhirSandbox, form: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new TextEncoder().encode(new URLSearchParams(form).toString())
  return open('POST', `/sandboxes/${sandbox.id}/fhir/auth/token`, body, { 'content-type': formType, ...headers })
}

const grant = { grant_type: 'client_credentials' }
function inForm({ clientId, clientSecret }: FhirSandbox) {
  return { client_id: clientId, client_secret: clientSecret }
}

function basic(id: string, secret: string) {
  return { authorization: `Basic ${btoa(`${id}:${secret}`)}` }
}

/** Calls the FHIR server with an access token of the given scope. */
async function withScope(sandbox: FhirSandbox, scope?: string): Promise<Call> {
  const issued = await askToken(sandbox, { ...grant, ...inForm(sandbox), ...(scope === undefined ? {} : { scope }) })
  const call = testbed.as(textAt(issued.body, 'access_token'))
  return (method, path, body, headers) => call(method, `/sandboxes/${sandbox.id}/fhir/${path}`, body, headers)
}

const json = { 'content-type': 'application/fhir+json' }
const basicResource = { resourceType: 'Basic', code: { text: 'Note' } }
function errorOf({ status, body }: Answer) {
  return [status, at(body, 'error')]
}

describe('an access token', () => {
  it('is discovered and issued without any other token [open.smart, smart.discovery, smart.token]', async () => {
    const target = `/sandboxes/${alone.id}/fhir/.well-known/smart-configuration`
    const found = await open('GET', target, undefined, { host: 'clinic.example' })
    expect([found.status, found.body]).toMatchObject([
      200,
      {
        token_endpoint: `https://clinic.example/sandboxes/${alone.id}/fhir/auth/token`,
        grant_types_supported: ['client_credentials'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      },
    ])
    expect((await open('GET', '/sandboxes/sbx_none/fhir/.well-known/smart-configuration')).status).toBe(404)
    for (const issued of [
      await askToken(alone, { ...grant, ...inForm(alone) }),
      await askToken(alone, grant, basic(alone.clientId, alone.clientSecret)),
      await askToken(alone, { ...grant, scope: 'system/*.*', unknown: 'x' }, basic(alone.clientId, alone.clientSecret)),
    ]) {
      expect([issued.status, issued.body]).toEqual([
        200,
        { access_token: expect.any(String), token_type: 'Bearer', expires_in: 300, scope: 'system/*.*' },
      ])
      expect(issued.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
      const read = await testbed.as(textAt(issued.body, 'access_token'))(
        'GET',
        `/sandboxes/${alone.id}/fhir/Patient/p1`,
      )
      expect(read.status).toBe(200)
    }
  })

  it('is not needed to read what the FHIR server supports [open.metadata]', async () => {
    const target = `/sandboxes/${alone.id}/fhir/metadata`
    const found = await open('GET', target, undefined, { host: 'clinic.example' })
    expect([found.status, found.body]).toMatchObject([
      200,
      {
        resourceType: 'CapabilityStatement',
        implementation: { url: `https://clinic.example/sandboxes/${alone.id}/fhir/` },
      },
    ])
    expect((await open('HEAD', target)).status).toBe(200)
    expect((await testbed.as('vk_wrong')('GET', target)).status).toBe(200)
    expect((await open('GET', '/sandboxes/sbx_none/fhir/metadata')).status).toBe(404)
    const run = await testbed.createRun(reference)
    const started = await run.start()
    const sandboxes = listAt(started.body, 'sandboxes')
    const payer = textAt(
      sandboxes.find((one) => at(one, 'type') === 'Payer'),
      'id',
    )
    expect((await open('GET', `/sandboxes/${payer}/fhir/metadata`)).status).toBe(404)
    expect((await open('GET', `/sandboxes/${fhirOf(sandboxes).id}/fhir/metadata`)).status).toBe(200)
    await run.complete()
    expect((await open('GET', `/sandboxes/${fhirOf(sandboxes).id}/fhir/metadata`)).status).toBe(200)
    for (const [method, path] of [
      ['GET', `/v1/benchmark-runs/${run.id}/fhir/metadata`],
      ['POST', target],
      ['GET', `/sandboxes/${alone.id}/fhir/metadata/x`],
      ['GET', `/sandboxes/${alone.id}/fhir/Patient`],
    ] as const) {
      expect([path, (await open(method, path)).status]).toEqual([path, 401])
    }
  })

  it('is not issued for wrong credentials [smart.wrong-client]', async () => {
    const other = await createSandbox()
    const { clientId, clientSecret } = alone
    for (const [form, headers] of [
      [{}, {}],
      [inForm(other), {}],
      [{ client_id: clientId, client_secret: other.clientSecret }, {}],
      [{ client_id: clientId, client_secret: `${clientSecret.slice(0, -1)}x` }, {}],
      [{ client_id: clientId }, {}],
      [{ client_secret: clientSecret }, {}],
      [{ client_assertion: 'x', ...inForm(alone) }, {}],
      [{}, basic(clientId, '')],
      [{}, basic('', clientSecret)],
      [{}, { authorization: 'Basic x' }],
      [{}, { authorization: `Basic ${btoa('%:x')}` }],
      [{}, { authorization: `Bearer ${testbed.organizationKey}` }],
    ] as const) {
      const refused = await askToken(alone, { ...grant, ...form }, headers)
      expect(errorOf(refused)).toEqual([401, 'invalid_client'])
      expect(refused.headers['www-authenticate']).toMatch(/^Basic /)
      expect(refused.text).not.toContain(clientSecret)
    }
    const unknown = await askToken({ ...alone, id: 'sbx_none' }, { ...grant, ...inForm(alone) })
    expect(errorOf(unknown)).toEqual([401, 'invalid_client'])
  })

  it('is refused with the OAuth error codes if the request is malformed [smart.errors]', async () => {
    const known = inForm(alone)
    for (const [form, code] of [
      [known, 'invalid_request'],
      [{ ...known, grant_type: '' }, 'invalid_request'],
      [{ ...known, grant_type: 'password' }, 'unsupported_grant_type'],
      [{ ...known, grant_type: 'authorization_code' }, 'unsupported_grant_type'],
      [{ ...known, ...grant, scope: 'system/Patient.read' }, 'invalid_scope'],
      [{ ...known, ...grant, scope: 'system/*.read openid' }, 'invalid_scope'],
    ] as const) {
      const refused = await askToken(alone, form)
      expect(errorOf(refused)).toEqual([400, code])
      expect(at(refused.body, 'error_description')).toEqual(expect.stringMatching(/./))
    }
    const twice = new TextEncoder().encode('grant_type=client_credentials&grant_type=client_credentials')
    const target = `/sandboxes/${alone.id}/fhir/auth/token`
    expect(errorOf(await open('POST', target, twice, { 'content-type': formType }))).toEqual([400, 'invalid_request'])
    expect(errorOf(await open('POST', target, { ...grant, ...known }))).toEqual([400, 'invalid_request'])
    const right = basic(alone.clientId, alone.clientSecret)
    const many = new TextEncoder().encode(`grant_type=client_credentials${'&a'.repeat(100)}`)
    const withMany = await open('POST', target, many, { 'content-type': formType, ...right })
    expect(errorOf(withMany)).toEqual([400, 'invalid_request'])
    for (const other of [{ client_id: 'x' }, { client_secret: 'x' }]) {
      const both = await askToken(alone, { ...grant, ...known, ...other }, right)
      expect(errorOf(both)).toEqual([400, 'invalid_request'])
    }
    expect((await askToken(alone, { ...grant, ...known }, right)).status).toBe(200)
    expect((await open('GET', target)).status).toBe(405)
  })

  it('grants access to the FHIR server of its own sandbox only [smart.own-sandbox]', async () => {
    const other = await createSandbox()
    const issued = await askToken(alone, { ...grant, ...inForm(alone) })
    const call = testbed.as(textAt(issued.body, 'access_token'))
    const { body } = await testbed.call('GET', `/sandboxes/${alone.id}`)
    const siblings = await testbed.call('GET', `/sandboxes?playground_id=${textAt(body, 'playground_id')}`)
    const payer = listAt(siblings.body, 'data').find((sibling) => at(sibling, 'type') === 'Payer')
    for (const target of [
      `/sandboxes/${other.id}/fhir/Patient/p1`,
      `/sandboxes/${textAt(payer, 'id')}/portal/prior-auths`,
      `/sandboxes/${textAt(payer, 'id')}/fhir/Patient`,
      `/sandboxes/${alone.id}`,
      '/sandboxes/sbx_none/fhir/Patient',
      '/benchmarks',
    ]) {
      expect([target, (await call('GET', target)).body]).toMatchObject([target, { error: { code: 'UNAUTHORIZED' } }])
    }
  })

  it('is valid for five minutes [smart.expires]', async () => {
    const call = await withScope(alone)
    testbed.clock.advance(299_999)
    expect((await call('GET', 'Patient/p1')).status).toBe(200)
    testbed.clock.advance(1)
    const refused = await call('GET', 'Patient/p1')
    expect([refused.status, refused.body]).toMatchObject([401, { error: { code: 'UNAUTHORIZED' } }])
    expect(refused.headers['www-authenticate']).toBe('Bearer')
  })

  it('permits the interactions of its scope [smart.scope]', async () => {
    const reader = await withScope(alone, 'system/*.read')
    const writer = await withScope(alone, 'system/*.write')
    expect((await reader('GET', 'Patient/p1')).status).toBe(200)
    expect((await writer('GET', 'metadata')).status).toBe(200)
    const made = await writer('POST', 'Basic', basicResource, json)
    expect(made.status).toBe(201)
    for (const refused of [
      await reader('POST', 'Basic', basicResource, { ...json, 'x-access-rights': 'cruds' }),
      await reader('DELETE', 'Patient/p1'),
      await writer('GET', 'Patient/p1'),
      await writer('GET', 'Patient'),
    ]) {
      expect([refused.status, refused.body]).toMatchObject([
        403,
        { resourceType: 'OperationOutcome', issue: [{ code: 'forbidden' }] },
      ])
    }
    expect((await reader('GET', 'Patient/p1')).status).toBe(200)
  })

  it('acts as the agent within a run, until its end [smart.agent]', async () => {
    const run = await testbed.createRun(reference)
    const started = await run.start()
    const sandbox = fhirOf(listAt(started.body, 'sandboxes'))
    const call = await withScope(sandbox)
    const made = await call('POST', 'Basic', basicResource, json)
    expect(made.status).toBe(201)
    const id = textAt(made.body, 'id')
    expect((await run.call('GET', `/v1/benchmark-runs/${run.id}/fhir/Basic/${id}`)).status).toBe(200)
    const key = await testbed.call('POST', `/sandboxes/${sandbox.id}/fhir/Basic`, basicResource, json)
    expect(errorOf(key)).toMatchObject([409, { code: 'CONFLICT' }])
    await run.complete()
    for (const method of ['GET', 'DELETE']) {
      expect(errorOf(await call(method, `Basic/${id}`))).toMatchObject([409, { code: 'CONFLICT' }])
    }
  })
})
