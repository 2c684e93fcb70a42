import { compileSearch, type FhirResource, searchedValues } from '@carebench/fhir'
import type { JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { daysBetween, readDay } from './calendar.js'
import type { Chart } from './chart.js'
import { compileSieve, type FactRequest, readName, type Sifted, splitSearch } from './fact.js'
import type { PolicyStatement, StatementFact } from './policy-schema.js'

/** Maximum number of listed resources. */
const maxListed = 5

/**
 * Explains what the chart or the request has for a statement that does not count, and why: `Observation/o1 is too old:
 * 2025-10-03 is 109 days before the service, and at most 30 count`. Helps people who try a policy; decisions do not use
 * it.
 */
export function listLeftOut(statement: PolicyStatement, chart: Chart, request: FactRequest): readonly string[] {
  const { fact = {} } = statement
  return fact.search === undefined ? aboutRequest(fact, request) : aboutChart(fact.search, statement, chart, request)
}

function aboutRequest(fact: StatementFact, request: FactRequest): readonly string[] {
  const { diagnosis, place_of_service: places, in_network: inNetwork } = fact
  if (diagnosis !== undefined) {
    const codes = request.diagnosis_codes.join(', ') || 'none'
    return [`the diagnoses of the request are ${codes}, and ${diagnosis.join(' or ')} counts`]
  }
  if (places !== undefined) {
    return [`the place of service is ${request.place_of_service ?? 'not said'}, and ${places.join(' or ')} counts`]
  }
  if (inNetwork === undefined) return []
  const isOutside = request.in_network === false
  return [isOutside ? "the provider is outside the network of the member's plan" : 'the network is not known']
}

function aboutChart(search: string, statement: PolicyStatement, chart: Chart, request: FactRequest) {
  const { fact = {} } = statement
  const [type, parameters] = splitSearch(search)
  const filters = parameters.map(([name, value]) => ({ name, value, ...compileSearch(type, [[name, value]]) }))
  // The code, or else the first parameter, selects the resources to explain; the others are conditions on them.
  const about = filters.find(({ name }) => name === 'code') ?? filters[0]
  const sift = compileSieve(fact, statement)
  const reasons = chart.resourcesOf(type).flatMap((resource) => {
    if (about?.test(resource) === false) return []
    const failed = filters.find(({ test }) => !test(resource))
    const sifted = sift(resource, request.service_date)
    const why =
      failed !== undefined
        ? `has ${shownValues(resource, failed.name)}, and the policy searches for ${failed.name}=${failed.value}`
        : typeof sifted === 'object'
          ? undefined
          : reasonFor(sifted, resource, fact, statement, request.service_date)
    return why === undefined ? [] : [`${readName({ resource })} ${why}`]
  })
  const more = reasons.length - maxListed
  return more > 0 ? [...reasons.slice(0, maxListed), `${more} more`] : reasons
}

function reasonFor(
  sifted: Sifted,
  resource: FhirResource,
  { date = 'date', value = '', within_days: days }: StatementFact,
  { answer_type: type = 'boolean', unit, options = [] }: PolicyStatement,
  day: string | null,
): string {
  const dated = searchedValues(resource, date).flatMap((one) => readDay(one) ?? [])[0] ?? ''
  if (sifted === 'after') return `is dated ${dated}, after the service`
  if (sifted === 'early') {
    return (
      `is too old: ${dated} is ${daysBetween(dated, day ?? dated)} days before the service, and at most ${days} ` +
      'count'
    )
  }
  if (sifted === 'undated')
    return `has ${shownValues(resource, date)}, and needs a day, at most ${days} days before the service`
  const kind =
    type === 'choice' ? options.join(' or ') : `a ${type}${unit === undefined || unit === '1' ? '' : ` in ${unit}`}`
  return `has ${shownValues(resource, value)}, and ${kind} counts`
}

/** Returns the values of a search parameter: `status preliminary`, `no value-quantity`. */
function shownValues(resource: FhirResource, name: string): string {
  const [parameter = ''] = name.split(/[.:]/)
  const shown = searchedValues(resource, parameter).slice(0, 3).map(shownValue)
  return shown.length === 0 ? `no ${parameter}` : `${parameter} ${shown.join(', ')}`
}

function shownValue(value: JsonValue): string {
  if (!isJsonObject(value)) return String(value)
  if (value.value !== undefined) {
    const { comparator = '', unit = value.code ?? '' } = value
    return `${comparator}${value.value} ${unit}`.trim()
  }
  const [coding = value] = Array.isArray(value.coding) ? value.coding : []
  const { code, reference, start, display = value.text } = isJsonObject(coding) ? coding : value
  return String(code ?? reference ?? start ?? display ?? 'of another kind')
}
