import type { JsonObject } from '@carebench/protocol'
import type { ElectronicAnswer, ElectronicCall } from './electronic-call.js'

const guides = 'http://hl7.org/fhir/us/davinci-'
const sdc = 'http://hl7.org/fhir/uv/sdc/OperationDefinition/Questionnaire-next-question'

const operations = [
  ['pas', 'Claim', 'submit', `${guides}pas/OperationDefinition/Claim-submit`],
  ['pas', 'Claim', 'inquire', `${guides}pas/OperationDefinition/Claim-inquiry`],
  ['dtr', 'Questionnaire', 'questionnaire-package', `${guides}dtr/OperationDefinition/questionnaire-package`],
  ['dtr', 'Questionnaire', 'next-question', sdc],
  ['dtr', 'Questionnaire', 'log-questionnaire-errors', `${guides}dtr/OperationDefinition/log-questionnaire-errors`],
  ['pas', null, 'submit-attachment', `${guides}cdex/OperationDefinition/submit-attachment`],
] as const

/** Returns the CapabilityStatement of the payer's FHIR interface, with the operations that the payer offers. */
export function readMetadata({ state, context }: ElectronicCall): ElectronicAnswer {
  const { offers, version } = state.electronic
  const offered = operations.filter(([of]) => offers.includes(of))
  const listOperations = (wanted: string | null) => {
    const own = offered.flatMap(([, type, name, definition]) => (type === wanted ? [{ name, definition }] : []))
    return own.length > 0 && { operation: own }
  }
  const resource: JsonObject[] = (['Claim', 'Questionnaire'] as const)
    .filter((type) => offered.some(([, own]) => own === type))
    .map((type) => ({ type, ...listOperations(type) }))
  if (offers.includes('pas')) {
    const interaction = ['read', 'create', 'update', 'delete'].map((code) => ({ code }))
    resource.push({ type: 'Subscription', interaction })
  }
  const editions = { pas: version === '2.0' ? '2.0.1' : '2.2.1', dtr: version === '2.0' ? '2.0.1' : '2.2.0' }
  const implemented = (['pas', 'dtr'] as const)
    .filter((guide) => offers.includes(guide))
    .map((guide) => `${guides}${guide}/ImplementationGuide/hl7.fhir.us.davinci-${guide}|${editions[guide]}`)
  const json: JsonObject = {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: context.at.slice(0, 10),
    kind: 'instance',
    software: { name: 'carebench payer' },
    implementation: { description: "A payer's interface for electronic prior authorization" },
    fhirVersion: '4.0.1',
    format: ['json'],
    ...(implemented.length > 0 && { implementationGuide: implemented }),
    rest: [{ mode: 'server', ...(resource.length > 0 && { resource }), ...listOperations(null) }],
  }
  return { status: 200, json }
}
