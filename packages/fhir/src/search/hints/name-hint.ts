import { closestName } from '../../resource/definitions/closest-name.js'
import { isResourceType } from '../../resource/resource-types.js'
import { resultParameters } from '../parameters/search-names.js'
import { findSearchParameter, type SearchParameter, searchParametersOf } from '../parameters/search-parameters.js'
import { otherName, plainNameOf } from './other-names.js'

/** Maximum length of a name that gets a hint: hints are for names that a person wrote. */
const hintedCharacters = 100

/**
 * Maximum number of references that a dotted name follows: each has several types, all of whose parameters are
 * examined.
 */
const hintedLinks = 1

/**
 * Returns a sentence, after a space, on the search parameter that an unknown name may stand for: ` Did you mean
 * "birthdate"?`. Empty if no parameter is similar. It reveals nothing about a chart.
 */
export function nameHint(resourceType: string, written: string): string {
  if (written.length > hintedCharacters) return ''
  if (written.startsWith('_sort:')) return ' Did you mean "_sort=-date", with a hyphen for descending order?'
  const suggestion = suggestName(resourceType, written)
  if (suggestion !== undefined) return ` Did you mean "${suggestion}"?`
  const sentence = otherName(plainNameOf(written.replace(/[:[.].*/, ''))).sentence
  return sentence === undefined ? '' : ` ${sentence}`
}

/**
 * The name of a search parameter, with a modifier or a chain, that is meant by another name; undefined if none is
 * near.
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
  const found = steps.length > 1 ? ofPath(resourceType, steps, links) : ofWord(resourceType, steps[0] ?? '')
  if (found === undefined || found === written) return undefined
  return operator === 'contains' && findSearchParameter(resourceType, found)?.kind === 'string'
    ? `${found}:contains`
    : found
}

interface Names {
  readonly codes: readonly string[]
  /** The codes as they are compared; those that begin with `_` after it. */
  readonly byPlainName: ReadonlyMap<string, string>
  /** The paths of the parameters as they are compared. */
  readonly elements: readonly (readonly [path: string, parameter: SearchParameter])[]
}

const known = new Map<string, Names>()

function namesOf(resourceType: string): Names {
  let names = known.get(resourceType)
  if (names === undefined) {
    const all = searchParametersOf(resourceType)
    const codes = ['_id', ...all.map(({ code }) => code), ...resultParameters, '_has']
    const plain = codes.map(
      (code) => [code.startsWith('_') ? `_${plainNameOf(code)}` : plainNameOf(code), code] as const,
    )
    const elements = all.flatMap((parameter) => {
      const paths = parameter.expression.split('|').map((path) => plainNameOf(path.replace(/\[[^\]]*\]/g, '')))
      return paths.map((path) => [path, parameter] as const)
    })
    names = { codes, byPlainName: new Map(plain.toReversed()), elements }
    known.set(resourceType, names)
  }
  return names
}

/** A name without dots. */
function ofWord(resourceType: string, word: string): string | undefined {
  const { codes, byPlainName } = namesOf(resourceType)
  const plain = plainNameOf(word)
  if (plain === '') return undefined
  const same = byPlainName.get(word.startsWith('_') ? `_${plain}` : plain)
  const exact = same ?? ofElement(resourceType, plain)?.code ?? byPlainName.get(`_${plain}`) ?? byPlainName.get(plain)
  if (exact !== undefined) return exact
  if (plain === plainNameOf(`${resourceType}Id`)) return '_id'
  const { codes: others, sentence } = otherName(plain)
  const other = others?.find((code) => codes.includes(code.replace(/[:.].*$/, '')))
  if (other !== undefined) return other
  if (sentence !== undefined) return undefined
  return ofElement(resourceType, plain, true)?.code ?? ofWords(resourceType, word) ?? closestName(word, codes)
}

/** A name of several words of which the last says what of the element is meant: `patientId`, `code_text`. */
function ofWords(resourceType: string, word: string): string | undefined {
  const words = word.split(/[-_\s]|(?<=[a-z0-9])(?=[A-Z])/).filter((each) => each !== '')
  const last = words.pop()?.toLowerCase() ?? ''
  if (words.length === 0) return undefined
  const parameter = findSearchParameter(resourceType, ofWord(resourceType, words.join('-')) ?? '')
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
 * The parameter that examines an element, by its name or its whole path; if `isChoice`, without the type that its
 * name ends in.
 */
function ofElement(resourceType: string, plain: string, isChoice = false): SearchParameter | undefined {
  let found: SearchParameter | undefined
  for (const [path, parameter] of namesOf(resourceType).elements) {
    if (isChoice ? !path.startsWith(plain) || !choices.test(path.slice(plain.length)) : path !== plain) continue
    // Of several, the one with the name of the element: `code`, not `combo-code`.
    if (plainNameOf(parameter.code) === plain) return parameter
    if (found === undefined || parameter.code.length < found.code.length) found = parameter
  }
  return found
}

/** A path of element names, or a chain. */
function ofPath(resourceType: string, steps: readonly string[], links: number): string | undefined {
  for (let length = steps.length; length > 0; length--) {
    const known = length === 1 ? findSearchParameter(resourceType, steps[0] ?? '') : undefined
    const word = length === 1 ? (ofWord(resourceType, steps[0] ?? '') ?? '') : ''
    const parameter =
      known ??
      ofElement(resourceType, plainNameOf(steps.slice(0, length).join('.'))) ??
      findSearchParameter(resourceType, word)
    if (parameter !== undefined) return withRest(parameter, steps.slice(length), links)
  }
  return undefined
}

function withRest(parameter: SearchParameter, rest: readonly string[], links: number): string | undefined {
  const { code, kind, targets } = parameter
  const last = rest.at(-1) ?? ''
  if (kind === 'token' && /^(?:text|display)$/.test(last)) return `${code}:text`
  if (kind !== 'reference' || rest.length === 0 || /^(?:reference|id|_id)$/i.test(last)) return code
  if (rest[0] === 'identifier') return `${code}:identifier`
  const inner = /^(?:display|text)$/.test(rest[0] ?? '') ? ['name'] : rest
  if (links >= hintedLinks) return code
  for (const target of targets) {
    const name = inner.join('.')
    const found = findSearchParameter(target, name) === undefined ? suggestName(target, name, links + 1) : name
    if (found !== undefined) return targets.length === 1 ? `${code}.${found}` : `${code}:${target}.${found}`
  }
  return code
}
