import type { JsonObject } from '@carebench/protocol'
import type { ElectronicAnswer, ElectronicCall } from './electronic-call.js'

const operations = [
  ['Claim', 'submit', 'http://hl7.org/fhir/us/davinci-pas/OperationDefinition/Claim-submit'],
  ['Claim', 'inquire', 'http://hl7.org/fhir/us/davinci-pas/OperationDefinition/Claim-inquiry'],
  [
    'Questionnaire',
    'questionnaire-package',
    'http://hl7.org/fhir/us/davinci-dtr/OperationDefinition/questionnaire-package',
  ],
  ['Questionnaire', 'next-question', 'http://hl7.org/fhir/uv/sdc/OperationDefinition/Questionnaire-next-question'],
  [
    'Questionnaire',
    'log-questionnaire-errors',
    'http://hl7.org/fhir/us/davinci-dtr/OperationDefinition/log-questionnaire-errors',
  ],
] as const

/** Returns what the payer's FHIR interface can do. */
export function readMetadata({ state, context }: ElectronicCall): ElectronicAnswer {
  const version = state.electronic.version === '2.0' ? '2.0.1' : '2.2.1'
  const types = ['Claim', 'Questionnaire', 'Subscription']
  const resource = types.map((type): JsonObject => {
    const own = operations.filter(([of]) => of === type)
    const interactions = type === 'Subscription' ? ['read', 'create', 'update', 'delete'] : []
    return {
      type,
      ...(interactions.length > 0 && { interaction: interactions.map((code) => ({ code })) }),
      ...(own.length > 0 && { operation: own.map(([, name, definition]) => ({ name, definition })) }),
    }
  })
  const attachment = {
    name: 'submit-attachment',
    definition: 'http://hl7.org/fhir/us/davinci-cdex/OperationDefinition/submit-attachment',
  }
  const json: JsonObject = {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: context.at.slice(0, 10),
    kind: 'instance',
    software: { name: 'carebench payer' },
    implementation: { description: "A payer's interface for electronic prior authorization" },
    fhirVersion: '4.0.1',
    format: ['json'],
    implementationGuide: [
      `http://hl7.org/fhir/us/davinci-pas/ImplementationGuide/hl7.fhir.us.davinci-pas|${version}`,
      `http://hl7.org/fhir/us/davinci-dtr/ImplementationGuide/hl7.fhir.us.davinci-dtr|${version === '2.0.1' ? version : '2.2.0'}`,
    ],
    rest: [{ mode: 'server', resource, operation: [attachment] }],
  }
  return { status: 200, json }
}
