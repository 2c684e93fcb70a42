import type { JsonObject } from '@carebench/protocol'
import type { RequestedCase } from '../../actions/earlier-request.js'
import type { PriorAuth } from '../../model/prior-auth-row.js'
import { listServices } from '../../model/requested-service.js'
import { createConcept } from '../fhir/element.js'
import { systems } from '../fhir/urls.js'

/** The members of a portal request that are written as a Claim. */
type WrittenRequest = RequestedCase & Pick<PriorAuth, 'patient_name' | 'diagnosis_codes'>

/** Returns the services of a request as items of a Claim. */
export function writeItems(request: RequestedCase): JsonObject[] {
  return listServices(request).map(({ procedure_code: code, units: value, service_date: day }, index) => ({
    sequence: index + 1,
    productOrService: createConcept(systems.cpt, code),
    quantity: { value },
    ...((day ?? request.service_date) !== null && { servicedDate: day ?? request.service_date }),
  }))
}

/**
 * Returns the Bundle of a PAS request, for noise and harm: a Claim, a Patient, a Coverage and two Organizations. `id`
 * is the id of all of them but the payer, whose Organization is `insurer`.
 */
export function writeRequest(id: string, request: WrittenRequest, insurer = 'Organization/payer'): JsonObject {
  const { patient_name, patient_dob, provider_npi, service_date } = request
  const name = patient_name ?? id
  const payer = { reference: insurer, display: id }
  const claim = {
    resourceType: 'Claim',
    id,
    identifier: [{ value: id }],
    status: 'active',
    type: { coding: [{ code: 'professional' }] },
    priority: { coding: [{ code: 'normal' }] },
    created: service_date ?? '2000-01-01',
    use: 'preauthorization',
    patient: { reference: `Patient/${id}` },
    provider: { reference: `Organization/${id}` },
    insurer: payer,
    insurance: [{ sequence: 1, focal: true, coverage: { reference: `Coverage/${id}` } }],
    diagnosis: request.diagnosis_codes.map((code, index) => ({
      sequence: index + 1,
      diagnosisCodeableConcept: createConcept(systems.icd, code),
    })),
    item: writeItems(request),
  }
  const resources = [
    claim,
    { resourceType: 'Patient', id, name: [{ text: name }], ...(patient_dob !== null && { birthDate: patient_dob }) },
    {
      resourceType: 'Coverage',
      id,
      status: 'active',
      subscriberId: request.patient_member_id,
      beneficiary: { reference: `Patient/${id}` },
      payor: [payer],
    },
    { resourceType: 'Organization', id, name: id, identifier: [{ system: systems.npi, value: provider_npi }] },
    { resourceType: 'Organization', id: insurer.replace('Organization/', ''), name: id },
  ]
  return {
    resourceType: 'Bundle',
    identifier: { value: id },
    type: 'collection',
    timestamp: '2000-01-01T00:00:00Z',
    entry: resources.map((resource) => ({ fullUrl: `urn:x:${resource.resourceType}/${resource.id}`, resource })),
  }
}
