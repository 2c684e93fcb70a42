import { listSystemOperations } from '@carebench/protocol'
import { createOpenApi } from '@carebench/protocol/openapi'
import { defaultSystems } from '@carebench/service'
import { beforeAll, describe, expect, it } from 'vitest'
import { at, type ContractTestbed, create, createContractTestbed, listAt, textAt } from './contract-testbed.js'

function openApi() {
  return createOpenApi(defaultSystems)
}

const paths = Object.entries(openApi().paths as Record<string, Record<string, object>>)
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** A path with every parameter filled in. */
function fill(path: string, values: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'x')
}

let testbed: ContractTestbed
let sandboxes: ReadonlyMap<string, string>
beforeAll(async () => {
  testbed = await createContractTestbed()
  const { call } = testbed
  const environment = await create(call, '/environments', { name: 'All systems' })
  const types = new Set(
    [...listSystemOperations(defaultSystems).values()].flatMap((row) => (row.kind === 'proxy' ? [row.simulator] : [])),
  )
  for (const type of types) {
    const simulator = await create(call, '/simulators', { type, name: type })
    await call('POST', `/environments/${environment}/simulators/${simulator}`)
  }
  const playground = await create(call, '/playgrounds', { environment_id: environment })
  const { body } = await call('GET', `/sandboxes?playground_id=${playground}`)
  sandboxes = new Map(listAt(body, 'data').map((entry) => [textAt(entry, 'type'), textAt(entry, 'id')]))
})

it('the document is served without a token, and describes the systems [open.openapi]', async () => {
  const answer = await testbed.as(null)('GET', '/openapi.json')
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
  expect(answer.body).toEqual(openApi())
  expect((await testbed.as('vk_wrong')('GET', '/openapi.json')).status).toBe(200)
})

// OpenAPI 3.1, Parameter Object: "A unique parameter is defined by a combination of a name and location."
it('names each parameter of a path once', () => {
  for (const [path] of paths) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect([path, new Set(names).size]).toEqual([path, names.length])
  }
})

const document: unknown = openApi()

/** Returns the media types of a response in the document; undefined if the document has no response of this status. */
function documentedTypes(item: object, method: string, status: number): readonly string[] | undefined {
  const response = at(item, method.toLowerCase(), 'responses', String(status))
  const name = at(response, '$ref')
  const content = at(typeof name === 'string' ? at(document, ...name.slice(2).split('/')) : response, 'content')
  return typeof content === 'object' && content !== null ? Object.keys(content) : undefined
}

describe('a path of the document', () => {
  const own = paths.filter(
    ([path]) => !path.startsWith('/sandboxes/{id}/') && !/^\/v1\/benchmark-runs\/\{id\}\//.test(path),
  )

  it.each(own)('accepts exactly the documented methods: %s', async (path, item) => {
    for (const method of methods) {
      const { status } = await testbed.as(null)(method, fill(path))
      // Pages of the portal redirect visitors who are not signed in to the login page; those of a workstation need a
      // link.
      const elsewhere = path.startsWith('/portals/') ? [303] : path.startsWith('/workstations/') ? [401] : []
      const allowed = method.toLowerCase() in item ? [200, 401, ...elsewhere] : [405, ...elsewhere]
      expect([method, allowed]).toEqual([method, expect.arrayContaining([status])])
    }
  })
})

describe('a call of a simulated system', () => {
  const groups = [...listSystemOperations(defaultSystems).values()].flatMap((row) =>
    row.kind === 'proxy' && row.auth === 'organization' ? [row] : [],
  )
  const inGroups = groups.flatMap((row) => {
    const prefix = row.path.slice(0, -2)
    return paths
      .filter(([path]) => path === prefix || path.startsWith(`${prefix}/`))
      .map(([path, item]) => [path, row.simulator, item] as const)
  })
  const values = { type: 'Patient', resource_id: 'p1', version_id: '1', auth_number: 'PA1', name: 'a.txt' }

  it.each(inGroups)('accepts exactly the documented methods: %s of %s', async (path, simulator, item) => {
    const target = fill(path, { ...values, id: sandboxes.get(simulator) ?? '' })
    for (const method of methods) {
      const { status, text, headers } = await testbed.call(method, target)
      const isThere = method.toLowerCase() in item
      const types = documentedTypes(item, method, status)
      const [type = ''] = (headers['content-type'] ?? '').split(';')
      if (types !== undefined && text !== '')
        expect([path, method, status, types]).toEqual([path, method, status, expect.arrayContaining([type])])
      expect([method, status === 405 || status === 501, text]).toEqual([method, !isThere, text])
    }
  })

  it('is described with the errors that the FHIR server returns in its own format', async () => {
    const described = paths.flatMap(([path, item]) =>
      path.startsWith('/sandboxes/{id}/fhir/') && !/fhir\/(\.well-known|auth)\//.test(path) ? Object.values(item) : [],
    )
    expect(described.length).toBeGreaterThan(10)
    const content = { 'application/fhir+json': { example: { resourceType: 'OperationOutcome' } } }
    for (const call of described) expect(call).toMatchObject({ responses: { 501: { content } } })
    const refused = await testbed.call('GET', `/sandboxes/${sandboxes.get('FHIR')}/fhir/Patient/$everything`)
    expect([refused.status, at(refused.body, 'resourceType')]).toEqual([501, 'OperationOutcome'])
  })

  it('is documented alike under a run and under a sandbox', () => {
    const under = (prefix: string) =>
      paths
        .filter(([path]) => path.startsWith(prefix))
        .map(([path, item]) => [path.slice(prefix.length), Object.keys(item)])
    const ofSandboxes = ['events', 'fhir/.well-known/smart-configuration', 'fhir/auth/token']
    const ofRunsAlone = ['clock', 'wait', 'mcp']
    const ofRuns = under('/v1/benchmark-runs/{id}/').filter(([path]) => !ofRunsAlone.includes(String(path)))
    expect(ofRuns.length).toBeGreaterThan(20)
    expect(ofRuns).toEqual(under('/sandboxes/{id}/').filter(([path]) => !ofSandboxes.includes(String(path))))
  })

  it('is documented with an actual answer of the system', async () => {
    const id = sandboxes.get('FHIR') ?? ''
    const { status, body } = await testbed.call('GET', `/sandboxes/${id}/fhir/metadata`)
    expect([status, at(body, 'resourceType'), at(body, 'fhirVersion')]).toEqual([200, 'CapabilityStatement', '4.0.1'])
  })
})
