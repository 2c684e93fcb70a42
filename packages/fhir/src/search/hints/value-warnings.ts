import { findClosestName } from '../../resource/definitions/closest-name.js'
import { suggestType } from '../../resource/definitions/unknown-type.js'
import { idPattern } from '../../resource/fhir-resource.js'
import { isResourceType } from '../../resource/resource-types.js'
import { splitModifier } from '../parameters/search-names.js'
import { findSearchParameter, type SearchParameter } from '../parameters/search-parameters.js'
import { splitEscaped } from '../parameters/search-value.js'
import { findMeantCode } from './meant-codes.js'

/** Maximum number of warnings of one search, and of values that cause a warning, because writing one takes long. */
const warningLimit = 5
const maxWarnedValues = 20

/** The last link of a condition: a parameter of a type, without a chain. */
interface Condition {
  readonly resourceType: string
  /** The name in the query. */
  readonly name: string
  readonly parameter: SearchParameter
  /** The types that a reference may refer to. */
  readonly targets: readonly string[]
}

/**
 * Returns warnings about the values of a search that cannot match because of their form, each with a suggestion. If
 * nothing was found, also about values of an unlikely form, such as a name in place of a code. Discloses nothing about
 * a chart.
 */
export function createValueWarnings(
  resourceType: string,
  parameters: readonly (readonly [string, string])[],
  foundNothing: boolean,
): readonly string[] {
  let warnings: string[] | undefined
  let warned = 0
  for (const [name, value] of parameters) {
    if (value === '' || (name.startsWith('_') && name !== '_id' && !name.startsWith('_has:'))) continue
    if (!foundNothing && isUsual(resourceType, name, value)) continue
    for (const part of value.includes(',') ? splitEscaped(value, ',') : [value]) {
      const warning = createWarning(resourceType, name, part, foundNothing)
      if (warning === undefined) continue
      warnings ??= []
      if (!warnings.includes(warning)) warnings.push(warning)
      if (warnings.length === warningLimit || ++warned === maxWarnedValues) return warnings
    }
  }
  return warnings ?? none
}

const none: readonly string[] = []

/** Whether a condition has a frequent, correct form: most searches have no others. */
function isUsual(type: string, name: string, value: string): boolean {
  const parameter = findSearchParameter(type, name)
  if (parameter === undefined) return false
  if (parameter.kind === 'token') {
    const codes = listCodes(parameter)
    return codes === undefined ? value.includes('|') || !/^(?:http|urn:)/.test(value) : codes.has(value)
  }
  if (parameter.kind !== 'reference') return true
  const slash = value.indexOf('/')
  return slash < 0
    ? idPattern.test(value)
    : parameter.targets.includes(value.slice(0, slash)) && idPattern.test(value.slice(slash + 1))
}

function createWarning(type: string, name: string, value: string, foundNothing: boolean): string | undefined {
  if (name === '_id') return idPattern.test(value) ? undefined : wrongId(value)
  const condition = findCondition(type, name, name)
  if (condition === undefined) return undefined
  switch (condition.parameter.kind) {
    case 'token':
      return tokenWarning(condition, value) ?? (foundNothing ? unlikelyToken(condition, value) : undefined)
    case 'reference':
      return referenceWarning(condition, value) ?? (foundNothing ? unlikelyReference(condition, value) : undefined)
    case 'string':
      return foundNothing && /[*%]/.test(value)
        ? `${name}: there are no wildcards. A value is the beginning of a text; any part of it is found by ` +
            `${name}:contains.`
        : undefined
    default:
      return undefined
  }
}

/** Returns the last link of a name; undefined if a modifier changes how its values are compared. */
function findCondition(type: string, name: string, written: string): Condition | undefined {
  const plain = findSearchParameter(type, name)
  if (plain !== undefined) return { resourceType: type, name: written, parameter: plain, targets: plain.targets }
  if (name.startsWith('_has:')) {
    const [, source = '', , ...rest] = name.split(':')
    return findCondition(source, rest.join(':'), written)
  }
  const dot = name.indexOf('.')
  const { code, modifier } = splitModifier(dot < 0 ? name : name.slice(0, dot))
  const parameter = findSearchParameter(type, code)
  if (parameter === undefined) return undefined
  const isOfType = modifier !== undefined && isResourceType(modifier)
  const targets = isOfType ? [modifier] : parameter.targets
  if (dot < 0) {
    return modifier === undefined || modifier === 'not' || isOfType
      ? { resourceType: type, name: written, parameter, targets }
      : undefined
  }
  const rest = name.slice(dot + 1)
  const { code: next } = splitModifier(rest.split('.', 1)[0] ?? '')
  const target = targets.find((each) => findSearchParameter(each, next) !== undefined)
  return target === undefined ? undefined : findCondition(target, rest, written)
}

function wrongId(value: string): string {
  const id = /^[A-Z][A-Za-z]+\/([A-Za-z0-9.-]{1,64})$/.exec(value)?.[1]
  return id === undefined
    ? '_id: expected an id, 1 to 64 letters, digits, "-" and ".": this value matches nothing.'
    : `_id: expected an id without its type, as in _id=${id}: this value matches nothing.`
}

/** Returns the codes that R4 allows for a token parameter, if it lists them for all elements of the parameter. */
function listCodes({ elements }: SearchParameter): ReadonlySet<string> | undefined {
  const rules = elements()
  const [first] = rules
  if (first === undefined) return undefined
  if (first.type === 'boolean')
    return rules.every(({ type }) => type === 'boolean' || type === 'dateTime') ? booleans : undefined
  if (rules.length === 1) return first.codes?.codes
  return rules.every(({ codes }) => codes !== undefined)
    ? new Set(rules.flatMap(({ codes }) => [...(codes?.codes ?? [])]))
    : undefined
}

const booleans: ReadonlySet<string> = new Set(['true', 'false'])

/** Maximum number of codes that are listed. */
const shownCodes = 12

function tokenWarning({ name, parameter }: Condition, value: string): string | undefined {
  const bar = value.lastIndexOf('|')
  const code = bar < 0 ? value : value.slice(bar + 1)
  const codes = listCodes(parameter)
  if (codes !== undefined) {
    const system = bar < 0 ? '' : value.slice(0, bar)
    if (codes.has(system) || (system.includes('|') && codes.has(code))) {
      return (
        `${name}: expected a URL before "|", so this value matches nothing. Alternatives are separated by commas: ` +
        `${name}=a,b.`
      )
    }
    if (code === '' || codes.has(code)) return undefined
    const lower = code.toLowerCase()
    const near = [...codes].find((each) => each.toLowerCase() === lower) ?? findClosestName(code, codes)
    const meant = near === undefined ? '' : ` Did you mean "${near}"?`
    const list = codes.size <= shownCodes ? ` Codes: ${[...codes].join(', ')}.` : ''
    return `${name}: expected a code that R4 allows here, so this value matches nothing.${meant}${list}`
  }
  if (bar >= 0 || !/^(?:https?:|urn:)/.test(value) || !isCoded(parameter)) return undefined
  const slash = Math.max(
    value.lastIndexOf('/'),
    value.lastIndexOf('#'),
    value.startsWith('urn:') ? value.lastIndexOf(':') : 0,
  )
  const written = slash > 8 ? `, as in ${name}=${value.slice(0, slash)}|${value.slice(slash + 1)}` : ''
  return `${name}: expected "|" between a system and a code${written}: this value matches nothing.`
}

/** Whether a token parameter searches only codes, no texts and identifiers. */
function isCoded({ elements }: SearchParameter): boolean {
  const rules = elements()
  return rules.length > 0 && rules.every(({ type }) => type === 'CodeableConcept' || type === 'Coding')
}

const knownSystems: Readonly<Record<string, string>> = {
  loinc: 'http://loinc.org',
  snomed: 'http://snomed.info/sct',
  snomedct: 'http://snomed.info/sct',
  sct: 'http://snomed.info/sct',
  rxnorm: 'http://www.nlm.nih.gov/research/umls/rxnorm',
  rxcui: 'http://www.nlm.nih.gov/research/umls/rxnorm',
  icd10: 'http://hl7.org/fhir/sid/icd-10-cm',
  icd10cm: 'http://hl7.org/fhir/sid/icd-10-cm',
  icd9: 'http://hl7.org/fhir/sid/icd-9-cm',
  cpt: 'http://www.ama-assn.org/go/cpt',
  cvx: 'http://hl7.org/fhir/sid/cvx',
  ndc: 'http://hl7.org/fhir/sid/ndc',
  npi: 'http://hl7.org/fhir/sid/us-npi',
  ucum: 'http://unitsofmeasure.org',
}

function unlikelyToken({ resourceType, name, parameter }: Condition, value: string): string | undefined {
  const bar = value.indexOf('|')
  const system = bar < 0 ? '' : value.slice(0, bar)
  if (system !== '' && !system.includes(':')) {
    const url = knownSystems[system.replace(/[-_\s]/g, '').toLowerCase()]
    return url === undefined
      ? `${name}: nothing was found. A system before "|" is a URL; without one, write ${name}=${value.slice(bar + 1)}.`
      : `${name}: nothing was found. The system is written as its URL: ${name}=${url}|${value.slice(bar + 1)}.`
  }
  if (bar >= 0 || !isCoded(parameter)) return undefined
  const meant = findMeantCode(resourceType, parameter.code, value)
  if (meant !== undefined) return `${name}: nothing was found. Did you mean "${meant}"?`
  const isWord = parameter.code === 'code' && /^[A-Za-z]{4,}$/.test(value)
  return isWord || (value.includes(' ') && /^[A-Za-z][\w'-]*\s+\S/.test(value))
    ? `${name}: nothing was found. Codes are compared as a whole; their texts are searched by ${name}:text.`
    : undefined
}

function referenceWarning({ name, parameter, targets }: Condition, value: string): string | undefined {
  if (idPattern.test(value)) return undefined
  if (!parameter.elements().every(({ type }) => type === 'Reference')) return undefined
  const [target = 'Patient'] = targets
  if (value.includes('|')) {
    return (
      `${name}: expected an id or ${target}/[id], so this value matches nothing. Identifiers are searched by ` +
      `${name}:identifier.`
    )
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(value)) return undefined
  const slash = value.indexOf('/')
  if (slash < 0) {
    return `${name}: expected an id or ${target}/[id], so this value matches nothing.${createNameHint(name, targets)}`
  }
  const type = value.slice(0, slash)
  const id = value.slice(slash + 1).replace(/\/_history\/.*$/, '')
  if (!isResourceType(type)) {
    const meant = suggestType(type)
    const hint = meant === undefined ? '' : ` Did you mean "${meant}/"?`
    return `${name}: expected an id or ${target}/[id], so this value matches nothing.${hint}`
  }
  if (targets.length > 0 && !targets.includes(type)) {
    return `${name}: expected a reference to ${targets.join(', ')}, so one to ${type} matches nothing.`
  }
  return idPattern.test(id) ? undefined : `${name}: expected ${type}/[id], with an id of letters, digits, "-" and ".".`
}

/** Returns a sentence, after a space, on how to search by the name of the target; empty if targets have no name. */
function createNameHint(name: string, targets: readonly string[]): string {
  const target = targets.find((each) => findSearchParameter(each, 'name') !== undefined)
  if (target === undefined) return ''
  const typed = name.includes(':') || targets.length === 1 ? name : `${name}:${target}`
  return ` To search by name, write ${typed}.name.`
}

const coded: readonly string[] = ['Medication', 'Substance']

function unlikelyReference({ resourceType, name, targets }: Condition, value: string): string | undefined {
  if (targets.length > 0 && targets.every((target) => coded.includes(target)) && /^[A-Za-z]{4,}$/.test(value)) {
    const code = findSearchParameter(resourceType, 'code') === undefined ? `${name}.code:text` : 'code:text'
    return `${name}: nothing was found. It is compared with ids; the names of drugs are searched by ${code}.`
  }
  if (!/^[A-Z][a-z]+$/.test(value) || createNameHint(name, targets) === '') return undefined
  return `${name}: nothing was found. It is compared with ids.${createNameHint(name, targets)}`
}
