import { isJsonObject, type JsonObject } from '@carebench/protocol/wire'
import { type DateRange, dateRangesOf } from '../../resource/date-range.js'
import type { SearchParameter } from '../parameters/search-parameters.js'
import { type Measure, measuresOf } from './measures.js'
import { isReferenceTo, searchTermsOf } from './search-terms.js'

/** Returns the time ranges of a resource under a date parameter. */
export function datesOf(parameter: SearchParameter, resource: JsonObject): readonly DateRange[] {
  const values = parameter.path(resource)
  const [only] = values
  return values.length === 1 && only !== undefined ? dateRangesOf(only) : values.flatMap(dateRangesOf)
}

/**
 * What a resource measures under a number or quantity parameter; only what is compared under one key if it is given.
 */
export function measuresIn(parameter: SearchParameter, resource: JsonObject, only?: string): readonly Measure[] {
  const values = parameter.path(resource)
  const [single] = values
  return values.length === 1 && single !== undefined
    ? measuresOf(single, only)
    : values.flatMap((value) => measuresOf(value, only))
}

/** Returns the elements that a composite examines one by one. */
export function elementsOf(parameter: SearchParameter, resource: JsonObject): readonly JsonObject[] {
  return parameter.path(resource).filter(isJsonObject)
}

/** Whether a resource has a value that the parameter can search for. */
export function hasValue(parameter: SearchParameter, resource: JsonObject): boolean {
  switch (parameter.kind) {
    case 'date':
      return parameter.path(resource).some((element) => dateRangesOf(element).length > 0)
    case 'number':
    case 'quantity':
      return parameter.path(resource).some((element) => measuresOf(element).length > 0)
    case 'composite':
      return elementsOf(parameter, resource).some((element) =>
        parameter.components.every((component) => hasValue(component, element)),
      )
    case 'reference':
      return parameter.path(resource).some((value) => isReferenceTo(value, parameter.targets))
    default:
      return searchTermsOf(parameter, resource).length > 0
  }
}
