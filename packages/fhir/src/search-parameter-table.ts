import { administrationSearchParameters } from './administration-search-parameters.js'
import { clinicalSearchParameters } from './clinical-search-parameters.js'
import { financeSearchParameters } from './finance-search-parameters.js'
import { medicationSearchParameters } from './medication-search-parameters.js'
import type { SearchParameterLines } from './search-parameter-line.js'
import { workflowSearchParameters } from './workflow-search-parameters.js'

/** The search parameters of FHIR R4 by resource type. Types that are not listed have the common ones alone. */
export const searchParameterTable: SearchParameterLines = {
  ...administrationSearchParameters,
  ...clinicalSearchParameters,
  ...financeSearchParameters,
  ...medicationSearchParameters,
  ...workflowSearchParameters,
}

/** The search parameters that every resource type has, beside `_id`. */
export const commonSearchParameters: readonly string[] = [
  'date _lastUpdated meta.lastUpdated',
  'uri _profile meta.profile',
  'token _security meta.security',
  'token _tag meta.tag',
]

/** The search parameter of business identifiers, which every resource type with an `identifier` element has. */
export const identifierSearchParameter = 'token identifier'
