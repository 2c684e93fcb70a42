import { createManualClock, type JsonObject, type JsonValue } from '@carebench/protocol'
import { createRequest, type Service, type System, textOfBody } from '@carebench/service'
import { at, listAt, textAt } from '../contract/contract-testbed.js'
import { createInMemoryService } from '../in-memory-service.js'
import { Clicker } from './clicker.js'

/** A playground with one system of each given type, and a clicker for the pages of its workstation. */
export interface OpenPlayground {
  readonly service: Service
  readonly id: string
  /** The path of the workstation. */
  readonly base: string
  readonly clicker: Clicker
  /** Calls with the organization key; returns the JSON. */
  call(method: string, target: string, body?: JsonValue): Promise<JsonValue>
  /** The path of a system by its type: `/sandboxes/sbx_1/fhir`. */
  endpoint(type: string): string
  /** The events of a system so far, oldest first. */
  events(type: string): Promise<readonly JsonObject[]>
}

/** Creates a playground of some systems, with their configurations and datasets, and opens its workstation. */
export async function openPlayground(
  systems: readonly System[],
  configs: Readonly<Record<string, JsonObject>> = {},
  datasets: Readonly<Record<string, JsonObject>> = {},
): Promise<OpenPlayground> {
  const service = createInMemoryService(createManualClock(Date.parse('2026-03-02T18:00:00Z')), undefined, { systems })
  const { organizationKey } = await service.provisionOrganization('Alder Creek')
  const call: OpenPlayground['call'] = async (method, target, body) => {
    const headers = { authorization: `Bearer ${organizationKey}`, 'content-type': 'application/json' }
    const bytes = body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body))
    const response = await service.handle(createRequest(method, target, headers, bytes))
    return response.body === null ? null : JSON.parse(textOfBody(response))
  }
  const environment = textAt(await call('POST', '/environments', { name: 'Everything' }), 'id')
  for (const { type } of systems) {
    const made = await call('POST', '/simulators', { type, name: type, config: configs[type] ?? {} })
    await call('POST', `/environments/${environment}/simulators/${textAt(made, 'id')}`)
  }
  for (const [type, config] of Object.entries(datasets)) {
    const made = await call('POST', '/datasets', { type, name: type, config })
    await call('POST', `/environments/${environment}/datasets/${textAt(made, 'id')}`)
  }
  const id = textAt(await call('POST', '/playgrounds', { environment_id: environment }), 'id')
  const sandboxes = listAt(await call('GET', `/sandboxes?playground_id=${id}&limit=100`), 'data')
  const sandbox = (type: string) => sandboxes.find((one) => at(one, 'type') === type)
  const clicker = new Clicker(service)
  await clicker.enter(textAt(await call('POST', `/playgrounds/${id}/workstation`), 'url'))
  return {
    service,
    id,
    base: `/workstations/${id}`,
    clicker,
    call,
    endpoint: (type) => String(Object.values(at(sandbox(type), 'endpoints') as JsonObject)[0]),
    async events(type) {
      const path = `/sandboxes/${textAt(sandbox(type), 'id')}/events?limit=100`
      return (listAt(await call('GET', path), 'data') as readonly JsonObject[]).toReversed()
    },
  }
}
