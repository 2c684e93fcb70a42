import { findClosestName } from '../../resource/definitions/closest-name.js'
import { isResourceType } from '../../resource/resource-types.js'
import { resultParameters } from '../parameters/search-names.js'
import { findSearchParameter, listSearchParameters, type SearchParameter } from '../parameters/search-parameters.js'
import { findOtherName, normalizeName } from './other-names.js'

/** Maximum number of characters of a name that gets a hint: hints are for names that a person wrote. */
const maxHintCharacters = 100

/** Maximum number of references that a suggestion follows: each has several target types with many parameters. */
const maxHintLinks = 1

/**
 * Returns a sentence, after a space, on the search parameter that an unknown name probably means: ` Did you mean
 * "birthdate"?`. Empty if no parameter is similar. Discloses nothing about a chart.
 */
export function nameHint(resourceType: string, written: string): string {
  if (written.length > maxHintCharacters) return ''
  if (written.startsWith('_sort:')) return ' Did you mean "_sort=-date", with a hyphen for descending order?'
  const suggestion = suggestName(resourceType, written)
  if (suggestion !== undefined) return ` Did you mean "${suggestion}"?`
  const sentence = findOtherName(normalizeName(written.replace(/[:[.].*/, ''))).sentence
  return sentence === undefined ? '' : ` ${sentence}`
}

/**
 * Returns the search parameter, with a modifier or a chain, that a name probably means; undefined if none is similar.
 */
export function suggestName(resourceType: string, written: string, links = 0): string | undefined {
  const [, base = '', operator] = /^(.+?)(?:\[([a-z]+)\]|__([a-z]+))?$/i.exec(written) ?? []
  const path = base.replace(/\[\d*\]/g, '').replace(/:.*$/, '')
  const steps = path.split('.').filter((step) => step !== '')
  if (
    steps.length > 1 &&
    (isResourceType(steps[0] ?? '') || /^(?:resource|this|%resource|\$this)$/.test(steps[0] ?? ''))
  )
    steps.shift()
  const found = steps.length > 1 ? findByPath(resourceType, steps, links) : findByWord(resourceType, steps[0] ?? '')
  if (found === undefined || found === written) return undefined
  return operator === 'contains' && findSearchParameter(resourceType, found)?.kind === 'string'
    ? `${found}:contains`
    : found
}

interface Names {
  readonly codes: readonly string[]
  /** The codes by their normalized names; of codes that begin with `_`, the rest is normalized. */
  readonly byPlainName: ReadonlyMap<string, string>
  /** The normalized paths of the parameters. */
  readonly elements: readonly (readonly [path: string, parameter: SearchParameter])[]
}

const known = new Map<string, Names>()

function listNames(resourceType: string): Names {
  let names = known.get(resourceType)
  if (names === undefined) {
    const all = listSearchParameters(resourceType)
    const codes = ['_id', ...all.map(({ code }) => code), ...resultParameters, '_has']
    const plain = codes.map(
      (code) => [code.startsWith('_') ? `_${normalizeName(code)}` : normalizeName(code), code] as const,
    )
    const elements = all.flatMap((parameter) => {
      const paths = parameter.expression.split('|').map((path) => normalizeName(path.replace(/\[[^\]]*\]/g, '')))
      return paths.map((path) => [path, parameter] as const)
    })
    names = { codes, byPlainName: new Map(plain.toReversed()), elements }
    known.set(resourceType, names)
  }
  return names
}

/** Finds a parameter by a name without dots. */
function findByWord(resourceType: string, word: string): string | undefined {
  const { codes, byPlainName } = listNames(resourceType)
  const plain = normalizeName(word)
  if (plain === '') return undefined
  const same = byPlainName.get(word.startsWith('_') ? `_${plain}` : plain)
  const exact =
    same ?? findByElement(resourceType, plain)?.code ?? byPlainName.get(`_${plain}`) ?? byPlainName.get(plain)
  if (exact !== undefined) return exact
  if (plain === normalizeName(`${resourceType}Id`)) return '_id'
  const { codes: others, sentence } = findOtherName(plain)
  const other = others?.find((code) => codes.includes(code.replace(/[:.].*$/, '')))
  if (other !== undefined) return other
  if (sentence !== undefined) return undefined
  return (
    findByElement(resourceType, plain, true)?.code ?? findByWords(resourceType, word) ?? findClosestName(word, codes)
  )
}

/** Finds a parameter by several words; the last one names a part of the element: `patientId`, `code_text`. */
function findByWords(resourceType: string, word: string): string | undefined {
  const words = word.split(/[-_\s]|(?<=[a-z0-9])(?=[A-Z])/).filter((each) => each !== '')
  const last = words.pop()?.toLowerCase() ?? ''
  if (words.length === 0) return undefined
  const parameter = findSearchParameter(resourceType, findByWord(resourceType, words.join('-')) ?? '')
  if (parameter === undefined) return undefined
  if (/^(?:text|display|description)$/.test(last))
    return parameter.kind === 'token' ? `${parameter.code}:text` : undefined
  if (last === 'name' && parameter.kind === 'reference') return `${parameter.code}.name`
  return /^(?:id|ids|reference|ref|code|codes|value|type|number|date|time|at|on|eq|is)$/.test(last)
    ? parameter.code
    : undefined
}

/** The types that end the JSON name of an element of several types. */
const choices = /^(?:datetime|period|codeableconcept|quantity|string|boolean|reference)$/

/**
 * Finds the parameter that searches an element, by its name or its whole path; with `isChoice`, without the type at the
 * end of its name.
 */
function findByElement(resourceType: string, plain: string, isChoice = false): SearchParameter | undefined {
  let found: SearchParameter | undefined
  for (const [path, parameter] of listNames(resourceType).elements) {
    if (isChoice ? !path.startsWith(plain) || !choices.test(path.slice(plain.length)) : path !== plain) continue
    // Prefers the parameter with the name of the element: `code`, not `combo-code`.
    if (normalizeName(parameter.code) === plain) return parameter
    if (found === undefined || parameter.code.length < found.code.length) found = parameter
  }
  return found
}

/** Finds a parameter, or a chain, by a path of element names. */
function findByPath(resourceType: string, steps: readonly string[], links: number): string | undefined {
  for (let length = steps.length; length > 0; length--) {
    const known = length === 1 ? findSearchParameter(resourceType, steps[0] ?? '') : undefined
    const word = length === 1 ? (findByWord(resourceType, steps[0] ?? '') ?? '') : ''
    const parameter =
      known ??
      findByElement(resourceType, normalizeName(steps.slice(0, length).join('.'))) ??
      findSearchParameter(resourceType, word)
    if (parameter !== undefined) return appendRest(parameter, steps.slice(length), links)
  }
  return undefined
}

function appendRest(parameter: SearchParameter, rest: readonly string[], links: number): string | undefined {
  const { code, kind, targets } = parameter
  const last = rest.at(-1) ?? ''
  if (kind === 'token' && /^(?:text|display)$/.test(last)) return `${code}:text`
  if (kind !== 'reference' || rest.length === 0 || /^(?:reference|id|_id)$/i.test(last)) return code
  if (rest[0] === 'identifier') return `${code}:identifier`
  const inner = /^(?:display|text)$/.test(rest[0] ?? '') ? ['name'] : rest
  if (links >= maxHintLinks) return code
  for (const target of targets) {
    const name = inner.join('.')
    const found = findSearchParameter(target, name) === undefined ? suggestName(target, name, links + 1) : name
    if (found !== undefined) return targets.length === 1 ? `${code}.${found}` : `${code}:${target}.${found}`
  }
  return code
}
