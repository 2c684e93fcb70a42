import { FhirError } from '../resource/fhir-error.js'
import { formatReference } from '../resource/fhir-resource.js'
import type { SearchClause } from './clauses/search-clause.js'
import { parseCondition } from './clauses/search-condition.js'
import { idClause } from './clauses/term-clauses.js'
import { uniteCreated } from './index/created-list.js'
import { ListedResources } from './index/resource-set.js'
import { prepareClauses } from './matches/layer-matches.js'
import { patientCompartment } from './parameters/patient-compartment.js'

/**
 * Returns the condition that a resource is in the compartment of a patient: it refers to the patient by a parameter
 * that R4 names for its type, or is the patient. Throws a FhirError (400) on a type outside the compartment.
 */
export function compartmentClause(resourceType: string, patientId: string): SearchClause {
  const codes = patientCompartment.get(resourceType)
  if (codes === undefined) {
    throw FhirError.of(
      400,
      'not-supported',
      `Expected a resource type of the compartment of a patient, got "${resourceType}". Supported: ` +
        `${[...patientCompartment.keys()].join(', ')}.`,
    )
  }
  const reference = formatReference('Patient', patientId)
  const ways = codes.map((code) => parseCondition(resourceType, code, reference))
  if (resourceType === 'Patient') ways.push(idClause([patientId]))
  return {
    prepare: (index) => prepareClauses(ways, index),
    test: (resource) => ways.some((way) => way.test(resource)),
    estimate(index) {
      let sum = 0
      for (const way of ways) {
        const count = way.estimate(index)
        if (count === undefined) return undefined
        sum += count
      }
      return sum
    },
    find(index) {
      return new ListedResources(uniteCreated(ways.map((way) => way.find(index).all())))
    },
  }
}
