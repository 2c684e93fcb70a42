import { isJsonObject, type JsonObject } from '@carebench/protocol/wire'
import { type DateRange, readDateRanges } from '../../resource/date-range.js'
import type { SearchParameter } from '../parameters/search-parameters.js'
import { type Measure, readMeasures } from './measures.js'
import { isReferenceTo, listSearchTerms } from './search-terms.js'

/** Returns the time ranges of a resource under a date parameter. */
export function readDates(parameter: SearchParameter, resource: JsonObject): readonly DateRange[] {
  const values = parameter.path(resource)
  const [only] = values
  return values.length === 1 && only !== undefined ? readDateRanges(only) : values.flatMap(readDateRanges)
}

/** Returns the measures of a resource under a number or quantity parameter; with `only`, those under that key. */
export function readResourceMeasures(
  parameter: SearchParameter,
  resource: JsonObject,
  only?: string,
): readonly Measure[] {
  const values = parameter.path(resource)
  const [single] = values
  return values.length === 1 && single !== undefined
    ? readMeasures(single, only)
    : values.flatMap((value) => readMeasures(value, only))
}

/** Returns the elements that a composite tests one by one. */
export function readElements(parameter: SearchParameter, resource: JsonObject): readonly JsonObject[] {
  return parameter.path(resource).filter(isJsonObject)
}

/** Whether a resource has a value that the parameter can search for. */
export function hasValue(parameter: SearchParameter, resource: JsonObject): boolean {
  switch (parameter.kind) {
    case 'date':
      return parameter.path(resource).some((element) => readDateRanges(element).length > 0)
    case 'number':
    case 'quantity':
      return parameter.path(resource).some((element) => readMeasures(element).length > 0)
    case 'composite':
      return readElements(parameter, resource).some((element) =>
        parameter.components.every((component) => hasValue(component, element)),
      )
    case 'reference':
      return parameter.path(resource).some((value) => isReferenceTo(value, parameter.targets))
    default:
      return listSearchTerms(parameter, resource).length > 0
  }
}
