import type { Sequence } from './sequence.js'
import { batches, create, sequence } from './steps.js'

/** Search criteria that no index of single values answers, by a name for the resources that match. */
const criteria: Readonly<Record<string, (number: number) => string>> = {
  'that are not a code': (number) => `Observation?code:not=c${number}`,
  'that contain a text': (number) => `Patient?name:contains=am${number}`,
  'whose code says a text': (number) => `Observation?code:text=ote${number}`,
  'without a performer': (number) => `Observation?performer:missing=true&code=c${number}`,
  'with any quantity': () => 'Observation?value-quantity:missing=false',
  'of a range of dates': (number) => `Observation?date=ge2026-01-01&date=lt2026-12-${10 + (number % 20)}`,
  'of a code in a range of dates': (number) => `Observation?date=ge2020-01-01&date=le2030-01-01&code=c${number}`,
  'above a quantity': (number) => `Observation?value-quantity=gt${number % 7}`,
  'of a patient by name': (number) => `Observation?subject:Patient.name=Fam${number}`,
  'that have an Observation': (number) => `Patient?_has:Observation:patient:date=ge2026-01-0${1 + (number % 9)}`,
}

function patient(number: number) {
  return { resourceType: 'Patient', name: [{ family: `Fam${number}`, given: ['Ada'] }] }
}

function observation(number: number) {
  return {
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ code: `c${number}` }], text: `note${number}` },
    effectiveDateTime: `2026-0${1 + (number % 9)}-11`,
    valueQuantity: { value: number, unit: 'mg' },
    subject: { reference: 'Patient/p1' },
  }
}

/**
 * Returns a sequence for each kind of criteria. Its batches create resources, and then conditionally update, create and
 * delete resources.
 */
export function conditionalSequences(created: number, changed: number): readonly Sequence[] {
  return Object.entries(criteria).map(([kind, criterion]) => {
    const make = criterion(0).startsWith('Patient') ? patient : observation
    const entry = (number: number, method: string) => ({
      resource: make(number),
      request: { method, url: criterion(number) },
    })
    return sequence(
      `${created} resources, then conditional batches of ${changed} for those ${kind}`,
      'every-matcher',
      undefined,
      batches(created, changed, (number) => create(number % 2 === 0 ? observation(number / 2) : patient(number >> 1))),
      batches(changed, changed, (number) => entry(number, 'PUT')),
      batches(changed, changed, (number) => {
        const [url = '', ifNoneExist = ''] = criterion(number).split('?')
        return { resource: make(number), request: { method: 'POST', url, ifNoneExist } }
      }),
      batches(changed, changed, (number) => ({ request: { method: 'DELETE', url: criterion(number) } })),
    )
  })
}
