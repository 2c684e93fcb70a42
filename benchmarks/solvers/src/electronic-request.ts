import type { FhirJson, JsonObject } from '@carebench/client'
import { readRequestFields } from './authorization-order.js'
import { readId, readReference, searchFor, writeReference } from './chart.js'
import { concept, type ElectronicCase, numberSystem, pick } from './electronic-case.js'
import { needed, objectsAt, textAt } from './json.js'

const requests = 'https://carebench.example.org/requests'
const records = 'https://carebench.example.org/fhir'
export const npiSystem = 'http://hl7.org/fhir/sid/us-npi'
export const pas = 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition'

/** Makes the PAS Bundle of a request, by section 3; by section 11, too, if the order replaces another one. */
export async function makePasBundle(work: ElectronicCase, form?: FhirJson): Promise<JsonObject> {
  const { session, today, patient, order, policy, item } = work
  const fields = await readRequestFields(work)
  const requester = needed(textAt(order, 'requester', 'reference'), 'the requester')
  const insurer = await readReference(session, textAt(policy, 'payor', 0, 'reference'), 'the payor')
  const earlier = await findEarlier(work)
  const signer = { resourceType: 'Practitioner', id: requester.replace('Practitioner/', '') }
  const resources: readonly JsonObject[] = [
    makeClaim(work, { fields, requester, insurer, earlier, form }),
    ...(earlier.claim === undefined ? [] : [earlier.claim as JsonObject]),
    pick(patient, 'name', 'birthDate'),
    pick(policy, 'status', 'subscriberId', 'beneficiary', 'payor'),
    pick(insurer, 'name'),
    { ...signer, identifier: [{ system: npiSystem, value: fields.provider_npi ?? '' }] },
    ...(form === undefined ? [] : [form as JsonObject]),
  ]
  const entry = resources.map((resource) => ({
    fullUrl: `${records}/${resource.resourceType}/${resource.id}`,
    resource,
  }))
  const identifier = { system: requests, value: readId(item) }
  return { resourceType: 'Bundle', type: 'collection', timestamp: `${today}T14:00:00Z`, identifier, entry }
}

/** The parts of a Claim besides the order. */
interface ClaimParts {
  readonly fields: JsonObject
  readonly requester: string
  readonly insurer: FhirJson
  readonly earlier: Awaited<ReturnType<typeof findEarlier>>
  readonly form: FhirJson | undefined
}

function makeClaim(
  { today, patient, order, policy, item, procedureCode, serviceDay }: ElectronicCase,
  { fields, requester, insurer, earlier, form }: ClaimParts,
): JsonObject {
  const [diagnosis = ''] = fields.diagnosis_codes as readonly string[]
  const system = textAt(objectsAt(order, 'code', 'coding')[0], 'system') ?? ''
  const added = { url: `${pas}/extension-infoChanged`, valueCode: 'added' }
  const category = concept('http://hl7.org/fhir/us/davinci-pas/CodeSystem/PASTempCodes', 'additionalInformation')
  return {
    resourceType: 'Claim',
    id: readId(item),
    identifier: [{ system: requests, value: readId(item) }],
    extension: claimExtensions(order, fields),
    status: 'active',
    use: 'preauthorization',
    created: today,
    type: concept('http://terminology.hl7.org/CodeSystem/claim-type', 'professional'),
    priority: concept('http://terminology.hl7.org/CodeSystem/processpriority', 'normal'),
    patient: { reference: writeReference(patient) },
    provider: { reference: requester },
    insurer: { reference: writeReference(insurer) },
    insurance: [{ sequence: 1, focal: true, coverage: { reference: writeReference(policy) } }],
    diagnosis: [...earlier.diagnoses, diagnosis].map((code, index) => ({
      sequence: index + 1,
      diagnosisCodeableConcept: concept('http://hl7.org/fhir/sid/icd-10-cm', code),
    })),
    ...earlier.related,
    ...(form !== undefined && {
      supportingInfo: [{ sequence: 1, category, valueReference: { reference: writeReference(form) } }],
    }),
    item: [
      ...earlier.items,
      {
        sequence: earlier.items.length + 1,
        ...(earlier.claim !== undefined && { extension: [added] }),
        productOrService: concept(system, procedureCode),
        servicedDate: serviceDay,
        quantity: { value: fields.units ?? 1 },
      },
    ],
  }
}

/** Returns extensions for the urgency of the request, and for the authorization that it extends, if there is one. */
function claimExtensions(order: FhirJson, { urgency }: JsonObject): readonly JsonObject[] {
  const numbers = objectsAt(order, 'identifier').filter((one) => one.system === numberSystem)
  const level = concept('https://codesystem.x12.org/005010/1338', urgency === 'expedited' ? 'U' : 'E')
  const extended = numbers.slice(0, 1).flatMap(({ value }) => [
    {
      url: `${pas}/extension-certificationType`,
      valueCodeableConcept: concept('https://codesystem.x12.org/005010/1322', '4'),
    },
    { url: `${pas}/extension-authorizationNumber`, valueString: value ?? '' },
  ])
  return [{ url: `${pas}/extension-levelOfServiceCode`, valueCodeableConcept: level }, ...extended]
}

/** Finds the Claim in the chart that the order changes, with its items and diagnoses, by section 11; or nothing. */
async function findEarlier({ session, patient, order }: ElectronicCase) {
  const replaced = textAt(order, 'replaces', 0, 'reference')
  if (replaced === undefined) return { items: [], diagnoses: [], related: {}, claim: undefined }
  const service = await readReference(session, replaced, 'the replaced order')
  const code = textAt(objectsAt(service, 'code', 'coding')[0], 'code')
  const claims = await searchFor(session, 'Claim', { patient: writeReference(patient) })
  const codeOf = (one: JsonObject) => textAt(one, 'productOrService', 'coding', 0, 'code')
  const claim = claims.find((one) => objectsAt(one, 'item').some((service) => codeOf(service) === code))
  const items = objectsAt(claim, 'item').map((one): JsonObject => {
    if (codeOf(one) !== code) return one
    const cancelled = { url: `${pas}/modifierextension-infoCancelled`, valueBoolean: true }
    const certification = {
      url: `${pas}/extension-certificationType`,
      valueCodeableConcept: concept('https://codesystem.x12.org/005010/1322', '3'),
    }
    const changed = { url: `${pas}/extension-infoChanged`, valueCode: 'changed' }
    return { ...one, modifierExtension: [cancelled], extension: [certification, changed] }
  })
  const diagnoses = objectsAt(claim, 'diagnosis').map((one) => {
    return textAt(one, 'diagnosisCodeableConcept', 'coding', 0, 'code') ?? ''
  })
  const relationship = concept('http://terminology.hl7.org/CodeSystem/ex-relatedclaimrelationship', 'prior')
  const reference = writeReference(needed(claim, 'the Claim that the order changes'))
  return { items, diagnoses, related: { related: [{ claim: { reference }, relationship }] }, claim }
}
