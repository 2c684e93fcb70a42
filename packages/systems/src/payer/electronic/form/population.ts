import { compileSearch, FhirError } from '@carebench/fhir'
import type { JsonObject } from '@carebench/protocol'
import { splitSearch } from '../../../policy/fact.js'
import type { PolicyStatement, StatementFact } from '../../../policy/policy-schema.js'
import { sdcUrl } from '../fhir/urls.js'

/**
 * Returns the variable with which a form queries the chart for a statement's fact, sorted so that the first match is
 * the one that the fact picks. Empty if the statement has no question or no search.
 *
 * @param variable - its name, valid as a FHIR `id` and unused in FHIRPath, unlike `%patient`
 */
export function createVariables(variable: string, { question, fact }: PolicyStatement): readonly JsonObject[] {
  if (question === undefined || fact?.search === undefined) return []
  const { search, date = 'date', pick = 'latest' } = fact
  const isDated = findPath(search, date) !== undefined
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
 * Returns the initialExpression that fills in an item from its statement's variable; undefined if there is no search,
 * or no element for its value. The client does not know the date of service, so periods end today.
 */
export function createInitialExpression(variable: string, statement: PolicyStatement): JsonObject | undefined {
  const { fact } = statement
  if (fact?.search === undefined) return undefined
  const { search, date = 'date', within_days: days } = fact
  const dated = days === undefined ? undefined : findPath(search, date)
  const recent = dated === undefined ? '' : `.where(${writeDay(`(${dated})`)}.toDate() >= today() - ${days} days)`
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
  // A search without results decides nothing: the question stays open.
  if (value === undefined) return `iif(${found}.count() >= ${count}, true, {})`
  const path = findPath(search, value)
  if (path === undefined) return undefined
  const values = `${found}.select(${path})`
  if (type === 'boolean') return `${values}.first()`
  // Values in another unit are left out: FHIRPath expressions do not convert units here.
  if (type === 'number') return `${values}.where(${unitTest(unit)}).value.${pickNumber(pick)}`
  if (type === 'date') return writeDay(values)
  const words = `${values}.select(coding.code | coding.display | text)`
  return options.reduceRight((rest, option) => {
    return `iif(${words}.where(lower() = ${quoted(option.toLowerCase())}).exists(), ${quoted(option)}, ${rest})`
  }, '{}')
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`
}

/** Returns the expression for the first day of some dates, as text. */
function writeDay(dates: string): string {
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

/** Choice elements of FHIR, whose names end in a type. */
const choice = /^(value|effective|performed|occurrence|onset|abatement|deceased|medication)([A-Z][A-Za-z]+)$/

/** Primitive types of FHIR, whose names begin in lower case. */
const primitives = /^(DateTime|Date|Instant|String|Boolean|Integer|Decimal|Time)$/

/** Returns the FHIRPath of the element that a search parameter examines; undefined if there is none. */
function findPath(search: string, parameter: string): string | undefined {
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
