import { compileSearch, FhirError } from '@carebench/fhir'
import type { JsonObject } from '@carebench/protocol'
import { splitSearch } from '../../../policy/fact.js'
import type { PolicyStatement, StatementFact } from '../../../policy/policy-schema.js'
import { sdcUrl } from '../fhir/urls.js'

/**
 * Returns how a form reads a chart for a statement: a query of what its fact searches, in the order in which the fact
 * picks. Empty if nothing is asked, or the chart is not searched.
 *
 * @param variable - its name: an `id` of FHIR, and a name of FHIRPath that nothing else has, such as `%patient`
 */
export function variableOf(variable: string, { question, fact }: PolicyStatement): readonly JsonObject[] {
  if (question === undefined || fact?.search === undefined) return []
  const { search, date = 'date', pick = 'latest' } = fact
  const isDated = pathOf(search, date) !== undefined
  const parameters = [
    'patient={{%patient.id}}',
    ...(isDated ? [`_sort=${pick === 'earliest' ? date : `-${date}`}`] : []),
  ]
  const expression = `${search}${search.includes('?') ? '&' : '?'}${parameters.join('&')}`
  return [
    {
      url: 'http://hl7.org/fhir/StructureDefinition/variable',
      valueExpression: { name: variable, language: 'application/x-fhir-query', expression },
    },
  ]
}

/**
 * Returns the expression that fills an item in, by the variable of its statement; undefined if nothing is searched. The
 * client knows no day of the service: periods end today.
 */
export function initialOf(variable: string, statement: PolicyStatement): JsonObject | undefined {
  const { fact } = statement
  if (fact?.search === undefined) return undefined
  const { search, date = 'date', within_days: days } = fact
  const dated = days === undefined ? undefined : pathOf(search, date)
  const recent = dated === undefined ? '' : `.where(${dayOf(`(${dated})`)}.toDate() >= today() - ${days} days)`
  const expression = writeExpression(`%${variable}.entry.resource${recent}`, search, fact, statement)
  return expression === undefined
    ? undefined
    : {
        url: `${sdcUrl}sdc-questionnaire-initialExpression`,
        valueExpression: { language: 'text/fhirpath', expression },
      }
}

function writeExpression(
  found: string,
  search: string,
  { value, pick = 'latest', count = 1 }: StatementFact,
  { answer_type: type = 'boolean', unit = '1', options = [] }: PolicyStatement,
): string | undefined {
  if (pick === 'count') return `${found}.count()`
  // That nothing is found says nothing: it is asked.
  if (value === undefined) return `iif(${found}.count() >= ${count}, true, {})`
  const path = pathOf(search, value)
  if (path === undefined) return undefined
  const values = `${found}.select(${path})`
  if (type === 'boolean') return `${values}.first()`
  // A value of another unit stays open: an expression converts none.
  if (type === 'number') return `${values}.where(${unitTest(unit)}).value.${pickNumber(pick)}`
  if (type === 'date') return dayOf(values)
  const words = `${values}.select(coding.code | coding.display | text)`
  return options.reduceRight((rest, option) => {
    return `iif(${words}.where(lower() = ${quoted(option.toLowerCase())}).exists(), ${quoted(option)}, ${rest})`
  }, '{}')
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`
}

/** The day of the first of some dates, as text. */
function dayOf(dates: string): string {
  return `${dates}.select(iif($this is Period, start, $this)).first().toString().substring(0, 10)`
}

function unitTest(unit: string): string {
  if (unit === '1') return "comparator.empty() and (code.empty() or code = '1')"
  return `comparator.empty() and (code = ${quoted(unit)} or (code.empty() and unit = ${quoted(unit)}))`
}

function pickNumber(pick: StatementFact['pick']): string {
  if (pick === 'lowest') return 'min()'
  return pick === 'highest' ? 'max()' : 'first()'
}

/** Elements of FHIR that have a type at the end of their names. */
const choice = /^(value|effective|performed|occurrence|onset|abatement|deceased|medication)([A-Z][A-Za-z]+)$/

/** Types of FHIR that are written in lower case. */
const primitives = /^(DateTime|Date|Instant|String|Boolean|Integer|Decimal|Time)$/

/** The element that a search parameter examines as FHIRPath; undefined if there is none. */
function pathOf(search: string, parameter: string): string | undefined {
  const [type] = splitSearch(search)
  try {
    const [path] = compileSearch(type, [[`${parameter}:missing`, 'false']]).paths
    return path === undefined || path.endsWith('?') ? undefined : path.split('|').map(toFhirPath).join(' | ')
  } catch (error) {
    if (error instanceof FhirError) return undefined
    throw error
  }
}

function toFhirPath(path: string): string {
  return path
    .split(/\.(?![^[]*\])/)
    .map((step) => {
      const [, element, type] = choice.exec(step) ?? []
      if (element === undefined || type === undefined) return step.replace(/\[(\w+)=(.*)\]$/, ".where($1 = '$2')")
      return `${element}.ofType(${primitives.test(type) ? type.charAt(0).toLowerCase() + type.slice(1) : type})`
    })
    .join('.')
}
