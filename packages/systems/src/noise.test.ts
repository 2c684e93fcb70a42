import { resourceTypes } from '@carebench/fhir'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { fhirSimulator } from './fhir/behaviour.js'
import { filesSimulator } from './files/behaviour.js'
import { hl7Simulator } from './hl7/behaviour.js'
import { portalRoutes } from './payer/actions/portal-routes.js'
import { payerSimulator } from './payer/behaviour.js'
import type { SeedDataset, Simulator } from './simulator.js'
import { type NoisyCall, runNoise } from './testing/run-noise.js'
import { beginning, contextAt, createSimulatorHost } from './testing/simulator-host.js'

function makeNoise<Config extends JsonObject, State, Effect extends JsonValue>(
  simulator: Simulator<Config, State, Effect>,
  config: Config,
  datasets: readonly SeedDataset[] = [],
) {
  const state = simulator.seed(config, datasets, contextAt(beginning))
  const made = runNoise(simulator, createSimulatorHost(simulator), config, state)
  return { made, evidence: simulator.evidence(state) }
}

function taken(made: readonly NoisyCall[]) {
  return made.filter(({ response }) => response.status < 300)
}

/** The interfaces other than the portal have their own calls. */
function isOfPortal(route: string): boolean {
  return !/^[A-Z]+ (?:fhir|cds-services)/.test(route)
}

describe('noise', () => {
  it('creates a FHIR resource of every type, and leaves existing ones alone', () => {
    const patient = { resourceType: 'Patient', id: 'p1', name: [{ family: 'Example' }] }
    const { made, evidence } = makeNoise(fhirSimulator, {}, [{ type: 'FHIR', config: { bundle: makeBundle(patient) } }])
    const resources = [...(evidence.fhir?.resources() ?? [])].map(({ resource }) => resource)
    const types = new Set(resources.filter(({ id }) => id !== 'p1').map(({ resourceType }) => resourceType))
    expect(resourceTypes.filter((type) => !types.has(type))).toEqual([])
    expect(resources.find(({ id }) => id === 'p1')).toMatchObject(patient)
    expect(taken(made)).toEqual(made)
    expect(resources.some(({ id }) => id === 'noise')).toBe(false)
  })

  it('is accepted by every path of the portal', () => {
    const whole = portalRoutes.map(({ method, path }) => `${method} ${path}`).sort()
    const routesOf = (made: readonly NoisyCall[]) =>
      made
        .map(({ call }) => {
          return (
            `${call.method} ` +
            `${call.path.replace(/PA\d+-D\d+/, '{attachment_id}').replace(/PA\d+/, '{auth_number}')}`
          )
        })
        .sort()
    const pending = makeNoise(payerSimulator, { accept_unknown_members: true })
    const denied = makeNoise(payerSimulator, {
      accept_unknown_members: true,
      default_determination: { status: 'denied' },
    })
    for (const { made } of [pending, denied]) expect(routesOf(made).filter(isOfPortal)).toEqual(whole)
    // Denied requests accept no corrections, and requests that are not denied accept no appeal.
    const accepted = routesOf([...taken(pending.made), ...taken(denied.made)])
    expect([...new Set(accepted)].filter(isOfPortal)).toEqual(whole)
    const beside = pending.made.filter(({ call }) => !isOfPortal(`${call.method} ${call.path}`))
    expect([beside.length, taken(beside)]).toEqual([13, beside])
    expect(denied.evidence.portal).toMatchObject({
      // One came through the portal, the other through the interface.
      prior_auth_requests: [
        { patient_member_id: 'NOISE-1', appeal_status: 'filed', peer_to_peer_status: 'requested' },
        { patient_member_id: 'NOISE-1', procedure_code: '99213', appeal_status: null },
      ],
      attachments: [
        {},
        { document_type: 'noise' },
        { document_type: 'noise', auth_number: expect.stringMatching(/^PA\d+$/) },
      ],
    })
  })

  it('sends a message of every type that the HL7 interface accepts', () => {
    const known = makeNoise(hl7Simulator, {})
    const sent = known.made.filter(({ call }) => call.method === 'POST')
    expect(sent.length).toBeGreaterThan(50)
    expect(sent.filter(({ response }) => !JSON.stringify(response.body).includes('"ack_code":"AA"'))).toEqual([])
    expect(known.evidence.hl7).toHaveLength(sent.length)
    const named = makeNoise(hl7Simulator, { accept: ['VXU^V04', 'MDM', 'ORU'] })
    expect(named.evidence.hl7?.map(({ payload }) => payload.split('|')[8])).toEqual(['VXU^V04', 'MDM^A01', 'ORU^R01'])
  })

  it('writes files to the folder that accepts them', () => {
    const datasets = [{ type: 'Files' as const, config: { files: [{ path: 'inbox/a b.txt', content: 'a' }] } }]
    const { made, evidence } = makeNoise(filesSimulator, {}, datasets)
    expect(taken(made)).toEqual(made)
    const own = evidence.files?.filter(({ seeded }) => !seeded).map(({ path }) => path)
    expect(own).toContain('outbound/noise.csv')
    expect(own).not.toContain('outbound/noise.tmp')
  })
})

function makeBundle(resource: JsonObject): JsonObject {
  return { resourceType: 'Bundle', type: 'collection', entry: [{ resource }] }
}
