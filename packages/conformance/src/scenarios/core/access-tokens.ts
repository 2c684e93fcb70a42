import { at, type Call, listAt } from '../../exchange/exchange.js'
import { each, filled, includingAll } from '../../expectation/pattern.js'
import type { Kit } from '../../scenario/kit.js'
import { scenario } from '../../scenario/scenario.js'
import { must, textIn, Unmet } from '../../scenario/unmet.js'

interface FhirSandbox {
  readonly id: string
  readonly client_id: string
  readonly client_secret: string
}

const grant = { grant_type: 'client_credentials' }
const fhir = { 'content-type': 'application/fhir+json' }
function basic({ client_id, client_secret }: FhirSandbox) {
  return {
    authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}`,
  }
}

function inForm({ client_id, client_secret }: FhirSandbox) {
  return { client_id, client_secret }
}

function fhirOf(sandboxes: readonly unknown[]): FhirSandbox {
  const sandbox = sandboxes.find((candidate) => at(candidate, 'type') === 'FHIR')
  const part = (...path: readonly string[]) => {
    const found = at(sandbox, ...path)
    if (typeof found !== 'string') throw new Unmet(`A FHIR sandbox must have ${path.join('.')}.`)
    return found
  }
  return {
    id: part('id'),
    client_id: part('credentials', 'client_id'),
    client_secret: part('credentials', 'client_secret'),
  }
}

async function standingSandbox(k: Kit): Promise<FhirSandbox> {
  const playground = await k.create('/playgrounds', { environment_id: (await k.clinic()).environment })
  return fhirOf(listAt((await k.call('GET', `/sandboxes?playground_id=${playground}`)).body, 'data'))
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
    k.answer('open.metadata', await none('GET', `/sandboxes/${own.id}/fhir/metadata`), {
      status: 200,
      body: { resourceType: 'CapabilityStatement' },
    })
    const tokens = [await ask(none, own, { ...grant, ...inForm(own) }), await ask(none, own, grant, basic(own))]
    for (const issued of tokens) {
      k.answer('smart.token', issued, {
        status: 200,
        body: { access_token: filled, token_type: 'Bearer', expires_in: 300 },
      })
      k.answer('open.smart', issued, 200)
    }
    const token = textIn(tokens[0] as (typeof tokens)[0], 'access_token')
    k.answer('smart.token', await k.as(token)('GET', `/sandboxes/${own.id}/fhir/Patient/p1`), 200)
    for (const [form, headers] of [
      [{}, {}],
      [inForm(other), {}],
      [{ client_id: own.client_id, client_secret: other.client_secret }, {}],
      [{ client_id: own.client_id }, {}],
      [{}, basic({ ...own, client_secret: 'wrong' })],
    ] as const) {
      k.answer('smart.wrong-client', await ask(none, own, { ...grant, ...form }, headers), {
        status: 401,
        body: { error: 'invalid_client' },
      })
    }
    for (const [form, error] of [
      [{}, 'invalid_request'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
      [{ ...grant, scope: 'system/*.read openid' }, 'invalid_scope'],
    ] as const) {
      k.answer('smart.errors', await ask(none, own, { ...inForm(own), ...form }), { status: 400, body: { error } })
    }
    for (const target of [`/sandboxes/${other.id}/fhir/Patient/p1`, `/sandboxes/${own.id}`, '/benchmarks']) {
      k.answer('smart.own-sandbox', await k.as(token)('GET', target), {
        status: 401,
        body: { error: { code: 'UNAUTHORIZED' } },
      })
    }
    const [reader, writer] = [await withScope(k, own, 'system/*.read'), await withScope(k, own, 'system/*.write')]
    k.answer('smart.scope', await reader('GET', 'Patient/p1'), 200)
    k.answer('smart.scope', await writer('POST', 'Basic', { resourceType: 'Basic', code: { text: 'Note' } }, fhir), 201)
    for (const refused of [
      await reader('POST', 'Basic', { resourceType: 'Basic', code: { text: 'Note' } }, fhir),
      await reader('DELETE', 'Patient/p1'),
      await writer('GET', 'Patient/p1'),
    ]) {
      k.answer('smart.scope', refused, {
        status: 403,
        body: { resourceType: 'OperationOutcome', issue: each({ severity: filled }, 1) },
      })
    }
    const run = await k.createRun((await k.clinic()).reference)
    const sandbox = fhirOf(listAt(must(await run.start(), 200).body, 'sandboxes'))
    k.answer('open.metadata', await none('GET', `/v1/benchmark-runs/${run.id}/fhir/metadata`), 401)
    const agent = await withScope(k, sandbox)
    const made = await agent('POST', 'Basic', { resourceType: 'Basic', code: { text: 'Note' } }, fhir)
    k.answer('smart.agent', made, 201)
    k.answer('smart.agent', await run.system('GET', `fhir/Basic/${at(made.body, 'id')}`), 200)
    must(await run.complete(), 200)
    k.answer('smart.agent', await agent('GET', 'Patient/p1'), { status: 409, body: { error: { code: 'CONFLICT' } } })
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
    await k.elapse(6)
    k.answer('smart.expires', await call('GET', 'Patient/p1'), {
      status: 401,
      body: { error: { code: 'UNAUTHORIZED' } },
    })
  },
})
