import { resourceTypes } from '@carebench/fhir'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { fhirSimulator } from './fhir/fhir-simulator.js'
import { filesSimulator } from './files/files-simulator.js'
import { hl7Simulator } from './hl7/hl7-simulator.js'
import { payerSimulator } from './payer/payer-simulator.js'
import { portalRoutes } from './payer/portal-routes.js'
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

const taken = (made: readonly NoisyCall[]) => made.filter(({ response }) => response.status < 300)

describe('noise', () => {
  it('creates a FHIR resource of every type and writes over what is there', () => {
    const patient = { resourceType: 'Patient', id: 'p1', name: [{ family: 'Example' }] }
    const { evidence } = makeNoise(fhirSimulator, {}, [{ type: 'FHIR', config: { bundle: bundleOf(patient) } }])
    const resources = [...(evidence.fhir?.resources() ?? [])].map(({ resource }) => resource)
    const made = new Set(resources.filter(({ id }) => id !== 'p1').map(({ resourceType }) => resourceType))
    expect(resourceTypes.filter((type) => !made.has(type))).toEqual([])
    expect(resources.find(({ id }) => id === 'p1')).toMatchObject({
      ...patient,
      extension: [{ valueString: 'noise' }],
    })
    expect(resources.some(({ id }) => id === 'noise')).toBe(false)
  })

  it('is taken by every path of the portal', () => {
    const config = { determinations: [{ patient_member_id: 'M-1', status: 'denied' as const }] }
    const rows = {
      prior_auth_requests: [
        { auth_number: 'PA00000001', status: 'denied', patient_member_id: 'M-1', procedure_code: '70551' },
      ],
    }
    const { made, evidence } = makeNoise(payerSimulator, config, [{ type: 'Portal', config: { rows } }])
    const seen = new Set(taken(made).map(({ call }) => `${call.method} ${call.path.replace(/PA\d+/, '{auth_number}')}`))
    expect([...seen].sort()).toEqual(portalRoutes.map(({ method, path }) => `${method} ${path}`).sort())
    expect(evidence.portal).toMatchObject({
      prior_auth_requests: [{ appeal_status: 'filed' }, { patient_member_id: 'NOISE-1' }],
    })
  })

  it('is a message of every type that the HL7 interface takes', () => {
    const known = makeNoise(hl7Simulator, {})
    const sent = known.made.filter(({ call }) => call.method === 'POST')
    expect(sent.length).toBeGreaterThan(50)
    expect(sent.filter(({ response }) => !JSON.stringify(response.body).includes('"ack_code":"AA"'))).toEqual([])
    expect(known.evidence.hl7).toHaveLength(sent.length)
    const named = makeNoise(hl7Simulator, { accept: ['VXU^V04', 'MDM', 'ORU'] })
    expect(named.evidence.hl7?.map(({ payload }) => payload.split('|')[8])).toEqual(['VXU^V04', 'MDM^A01', 'ORU^R01'])
  })

  it('is files in the folder that takes them', () => {
    const datasets = [{ type: 'Files' as const, config: { files: [{ path: 'inbox/a b.txt', content: 'a' }] } }]
    const { made, evidence } = makeNoise(filesSimulator, {}, datasets)
    expect(taken(made)).toEqual(made)
    expect(made.some(({ call }) => call.path === 'inbox/a%20b.txt')).toBe(true)
    const own = evidence.files?.filter(({ seeded }) => !seeded).map(({ path }) => path)
    expect(own).toContain('outbound/noise.csv')
    expect(own).not.toContain('outbound/noise.tmp')
  })
})

function bundleOf(resource: JsonObject): JsonObject {
  return { resourceType: 'Bundle', type: 'collection', entry: [{ resource }] }
}
