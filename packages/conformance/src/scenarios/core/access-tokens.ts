import { at, type Call, listAt } from '../../exchange/exchange.js'
import { each, filled, includingAll, same, without } from '../../expectation/pattern.js'
import type { Kit } from '../../scenario/kit.js'
import { scenario } from '../../scenario/scenario.js'
import { must, textIn, UnmetPreconditionError } from '../../scenario/unmet.js'

interface FhirSandbox {
  readonly id: string
  readonly client_id: string
  readonly client_secret: string
}

const grant = { grant_type: 'client_credentials' }
const fhir = { 'content-type': 'application/fhir+json' }
const note = { resourceType: 'Basic', code: { text: 'Note' } }
function basic({ client_id, client_secret }: FhirSandbox) {
  return {
    authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}`,
  }
}

function inForm({ client_id, client_secret }: FhirSandbox) {
  return { client_id, client_secret }
}

function findFhir(sandboxes: readonly unknown[]): FhirSandbox {
  const sandbox = sandboxes.find((candidate) => at(candidate, 'type') === 'FHIR')
  const part = (...path: readonly string[]) => {
    const found = at(sandbox, ...path)
    if (typeof found !== 'string') throw new UnmetPreconditionError(`A FHIR sandbox must have ${path.join('.')}.`)
    return found
  }
  return {
    id: part('id'),
    client_id: part('credentials', 'client_id'),
    client_secret: part('credentials', 'client_secret'),
  }
}

async function standingSandbox(k: Kit) {
  const playground_id = await k.create('/playgrounds', { environment_id: (await k.clinic()).environment })
  const listed = await k.call('GET', `/sandboxes?playground_id=${playground_id}`)
  return { playground_id, ...findFhir(listAt(listed.body, 'data')) }
}

function ask(
  call: Call,
  { id }: FhirSandbox,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
) {
  return call(
    'POST',
    `/sandboxes/${id}/fhir/auth/token`,
    new TextEncoder().encode(new URLSearchParams(form).toString()),
    {
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
  )
}

async function withScope(k: Kit, sandbox: FhirSandbox, scope?: string): Promise<Call> {
  const issued = must(
    await ask(k.as(null), sandbox, { ...grant, ...inForm(sandbox), ...(scope === undefined ? {} : { scope }) }),
    200,
  )
  const call = k.as(textIn(issued, 'access_token'))
  return (method, path, body, headers) => call(method, `/sandboxes/${sandbox.id}/fhir/${path}`, body, headers)
}

export const accessTokens = scenario({
  name: 'Access tokens of a FHIR sandbox',
  ids: [
    'open.smart',
    'open.metadata',
    'smart.discovery',
    'smart.token',
    'smart.wrong-client',
    'smart.errors',
    'smart.own-sandbox',
    'smart.scope',
    'smart.agent',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const none = k.as(null)
    const [own, other] = [await standingSandbox(k), await standingSandbox(k)]
    const discovery = await none('GET', `/sandboxes/${own.id}/fhir/.well-known/smart-configuration`)
    k.answer('open.smart', discovery, 200)
    k.answer('smart.discovery', discovery, {
      status: 200,
      body: { token_endpoint: /\/auth\/token$/, grant_types_supported: ['client_credentials'] },
    })
    k.answer('smart.discovery', await none('GET', '/sandboxes/sbx_none/fhir/.well-known/smart-configuration'), 404)
    const metadata = `/sandboxes/${own.id}/fhir/metadata`
    for (const token of [null, 'vk_wrong']) {
      k.answer('open.metadata', await k.as(token)('GET', metadata), {
        status: 200,
        body: {
          resourceType: 'CapabilityStatement',
          implementation: { url: new RegExp(`^https://[^/]+/sandboxes/${own.id}/fhir/$`) },
        },
      })
    }
    k.answer('open.metadata', await none('HEAD', metadata), 200)
    k.answer('open.metadata', await none('GET', '/sandboxes/sbx_none/fhir/metadata'), 404)
    for (const [method, target] of [
      ['POST', metadata],
      ['GET', `${metadata}/x`],
      ['GET', `/sandboxes/${own.id}/fhir/Patient`],
    ] as const) {
      k.answer('open.metadata', await none(method, target), 401)
    }
    const tokens = [
      await ask(none, own, { ...grant, ...inForm(own) }),
      await ask(none, own, grant, basic(own)),
      await ask(none, own, { ...grant, ...inForm(own) }, basic(own)),
      await ask(none, own, { ...grant, scope: 'system/*.*', unknown: 'x' }, basic(own)),
    ]
    for (const issued of tokens) {
      k.answer('smart.token', issued, {
        status: 200,
        headers: { 'cache-control': 'no-store', pragma: 'no-cache' },
        body: same({ ...Object(issued.body), token_type: 'Bearer', expires_in: 300, scope: 'system/*.*' }),
      })
      k.answer('smart.token', issued, { body: { access_token: filled } })
      k.answer('open.smart', issued, 200)
    }
    const token = textIn(tokens[0] as (typeof tokens)[0], 'access_token')
    k.answer('smart.token', await k.as(token)('GET', `/sandboxes/${own.id}/fhir/Patient/p1`), 200)
    for (const [form, headers] of [
      [{}, {}],
      [inForm(other), {}],
      [{ client_id: own.client_id, client_secret: other.client_secret }, {}],
      [{ client_id: own.client_id, client_secret: `${own.client_secret.slice(0, -1)}x` }, {}],
      [{ client_id: own.client_id }, {}],
      [{ client_secret: own.client_secret }, {}],
      [{ client_assertion: 'x', ...inForm(own) }, {}],
      [{}, basic({ ...own, client_secret: 'wrong' })],
      [{}, basic({ ...own, client_secret: '' })],
      [{}, basic({ ...own, client_id: '' })],
      [{}, { authorization: 'Basic x' }],
      [{}, { authorization: `Basic ${btoa('%:x')}` }],
      [{}, { authorization: `Bearer ${k.organizationKey}` }],
    ] as const) {
      k.answer('smart.wrong-client', await ask(none, own, { ...grant, ...form }, headers), {
        status: 401,
        headers: { 'www-authenticate': /^Basic / },
        body: { error: 'invalid_client' },
        text: without(own.client_secret),
      })
    }
    k.answer('smart.wrong-client', await ask(none, { ...own, id: 'sbx_none' }, { ...grant, ...inForm(own) }), {
      status: 401,
      body: { error: 'invalid_client' },
    })
    for (const [form, error] of [
      [{}, 'invalid_request'],
      [{ grant_type: '' }, 'invalid_request'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
      [{ grant_type: 'authorization_code' }, 'unsupported_grant_type'],
      [{ ...grant, scope: 'system/Patients.read' }, 'invalid_scope'],
      [{ ...grant, scope: 'system/*.read openid' }, 'invalid_scope'],
    ] as const) {
      k.answer('smart.errors', await ask(none, own, { ...inForm(own), ...form }), {
        status: 400,
        body: { error, error_description: filled },
      })
    }
    const endpoint = `/sandboxes/${own.id}/fhir/auth/token`
    const isForm = { 'content-type': 'application/x-www-form-urlencoded' }
    const form = (text: string) => new TextEncoder().encode(text)
    for (const malformed of [
      await none('POST', endpoint, form('grant_type=client_credentials&grant_type=client_credentials'), isForm),
      await none('POST', endpoint, { ...grant, ...inForm(own) }),
      await none('POST', endpoint, form(`grant_type=client_credentials${'&a'.repeat(100)}`), {
        ...isForm,
        ...basic(own),
      }),
      await ask(none, own, { ...grant, ...inForm(own), client_id: 'x' }, basic(own)),
      await ask(none, own, { ...grant, ...inForm(own), client_secret: 'x' }, basic(own)),
    ]) {
      k.answer('smart.errors', malformed, { status: 400, body: { error: 'invalid_request' } })
    }
    k.answer('smart.errors', await none('GET', endpoint), 405)
    const siblings = await k.call('GET', `/sandboxes?playground_id=${own.playground_id}`)
    const payer = listAt(siblings.body, 'data').find((candidate) => at(candidate, 'type') === 'Payer')
    for (const target of [
      `/sandboxes/${other.id}/fhir/Patient/p1`,
      `/sandboxes/${at(payer, 'id')}/portal/prior-auths`,
      `/sandboxes/${at(payer, 'id')}/fhir/Patient`,
      `/sandboxes/${own.id}`,
      '/sandboxes/sbx_none/fhir/Patient',
      '/benchmarks',
    ]) {
      k.answer('smart.own-sandbox', await k.as(token)('GET', target), {
        status: 401,
        body: { error: { code: 'UNAUTHORIZED' } },
      })
    }
    const [reader, writer] = [await withScope(k, own, 'system/*.read'), await withScope(k, own, 'system/*.write')]
    k.answer('smart.scope', await reader('GET', 'Patient/p1'), 200)
    k.answer('smart.scope', await writer('GET', 'metadata'), 200)
    k.answer('smart.scope', await writer('POST', 'Basic', note, fhir), 201)
    for (const refused of [
      await reader('POST', 'Basic', note, { ...fhir, 'x-access-rights': 'cruds' }),
      await reader('DELETE', 'Patient/p1'),
      await writer('GET', 'Patient/p1'),
      await writer('GET', 'Patient'),
    ]) {
      k.answer('smart.scope', refused, {
        status: 403,
        body: { resourceType: 'OperationOutcome', issue: each({ severity: filled, code: 'forbidden' }, 1) },
      })
    }
    k.answer('smart.scope', await reader('GET', 'Patient/p1'), 200)
    const run = await k.createRun((await k.clinic()).reference)
    const sandbox = findFhir(listAt(must(await run.start(), 200).body, 'sandboxes'))
    k.answer('open.metadata', await none('GET', `/v1/benchmark-runs/${run.id}/fhir/metadata`), 401)
    const agent = await withScope(k, sandbox)
    const made = await agent('POST', 'Basic', note, fhir)
    k.answer('smart.agent', made, 201)
    k.answer('smart.agent', await run.system('GET', `fhir/Basic/${at(made.body, 'id')}`), 200)
    const conflict = { status: 409, body: { error: { code: 'CONFLICT' } } }
    k.answer('smart.agent', await k.call('POST', `/sandboxes/${sandbox.id}/fhir/Basic`, note, fhir), conflict)
    must(await run.complete(), 200)
    k.answer('smart.agent', await agent('GET', 'Patient/p1'), conflict)
    k.answer('smart.agent', await agent('DELETE', `Basic/${at(made.body, 'id')}`), conflict)
    k.answer('open.metadata', await none('GET', `/sandboxes/${sandbox.id}/fhir/metadata`), 200)
    k.value(
      'smart.discovery',
      at(discovery.body, 'token_endpoint_auth_methods_supported'),
      includingAll('client_secret_basic', 'client_secret_post'),
      discovery,
    )
  },
})

export const accessTokenExpiry = scenario({
  name: 'Access tokens after five minutes',
  ids: ['smart.expires'],
  needs: ['organization-key', 'authoring', 'clock'],
  async run(k) {
    const call = await withScope(k, await standingSandbox(k))
    await k.elapse(295)
    k.answer('smart.expires', await call('GET', 'Patient/p1'), 200)
    await k.elapse(5)
    k.answer('smart.expires', await call('GET', 'Patient/p1'), {
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
      body: { error: { code: 'UNAUTHORIZED' } },
    })
  },
})
