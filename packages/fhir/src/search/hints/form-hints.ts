import { findClosestName } from '../../resource/definitions/closest-name.js'
import type { SearchParameter } from '../parameters/search-parameters.js'
import { suggestName } from './name-hint.js'

/** Maximum number of characters of a value that gets a hint: hints are for values that a person wrote. */
const maxHintCharacters = 200

const comparisons: Readonly<Record<string, string>> = {
  '>': 'gt',
  '<': 'lt',
  '>=': 'ge',
  '=>': 'ge',
  '<=': 'le',
  '=<': 'le',
  '!=': 'ne',
  '<>': 'ne',
  '=': 'eq',
  '==': 'eq',
  gte: 'ge',
  lte: 'le',
  min: 'ge',
  max: 'le',
  after: 'gt',
  before: 'lt',
  since: 'ge',
  from: 'ge',
  start: 'ge',
  until: 'le',
  to: 'le',
  end: 'le',
  greaterthan: 'gt',
  lessthan: 'lt',
  ge: 'ge',
  gt: 'gt',
  le: 'le',
  lt: 'lt',
  ne: 'ne',
  not: 'ne',
  eq: 'eq',
  exact: 'eq',
  sa: 'sa',
  eb: 'eb',
  ap: 'ap',
}

/** Returns a sentence, after a space, on how to write a malformed date; empty if the intention is not clear. */
export function dateHint(code: string, value: string): string {
  if (value.length > maxHintCharacters) return ''
  const operator =
    /^\s*(gte|lte|after|before|since|until|from|[<>!=]+|(?:eq|ne|gt|lt|ge|le|sa|eb|ap)(?=\s))\W*\d/i.exec(value)?.[1]
  const prefix = operator === undefined ? undefined : comparisons[operator.toLowerCase()]
  if (prefix !== undefined)
    return ` Write ${code}=${prefix}2026-03-31, with the comparison as two letters before the date.`
  if (/\d\s*(?:\.\.|\/\d{4}-|~|\bto\b|\band\b|\bTO\b)\s*\d?|^\[/.test(value) || /^between/i.test(value)) {
    return ` For a time from one date to another, give two conditions: ${code}=ge2026-03-01&${code}=le2026-03-31.`
  }
  if (/\b(?:today|now|yesterday|tomorrow|week|month|year|day|ago|last|next)\b|^[-+]?\d+[dwmyh]$|^[-+]P/i.test(value)) {
    return ` There are no relative dates: write the date, as in ${code}=ge2026-03-01.`
  }
  if (/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(value)) {
    return ' A time has seconds and a zone: 2026-03-31T10:00:00Z, with the plus sign of a zone as %2B.'
  }
  return /\d/.test(value) ? ' Year, month and day are in this order, with hyphens and two digits: 2026-03-05.' : ''
}

/** Returns a sentence, after a space, on how to write a malformed number or quantity. */
export function numberHint({ code, kind }: SearchParameter, value: string): string {
  if (value.length > maxHintCharacters) return ''
  const operator = /^\s*(gte|lte|min|max|[<>!=]+|(?:eq|ne|gt|lt|ge|le|sa|eb|ap)(?=\s))\s*[-+.\d]/i.exec(value)?.[1]
  const prefix = operator === undefined ? undefined : comparisons[operator.toLowerCase()]
  if (prefix !== undefined) return ` Write ${code}=${prefix}5.4, with the comparison as two letters before the number.`
  if (/\d\s*(?:\.\.|-|to|~)\s*\d/.test(value) || /^between/i.test(value)) {
    return ` For a number from one to another, give two conditions: ${code}=ge5&${code}=le9.`
  }
  const unit = kind === 'quantity' ? /^[a-z]{0,2}[-+.\d]+[\s|]*([A-Za-z%][^|]{0,20})$/.exec(value)?.[1] : undefined
  return unit === undefined ? '' : ` A unit is after two bars: ${code}=5.4||${unit}.`
}

/** Returns a sentence, after a space, on the replacement for a modifier that a parameter does not have. */
export function modifierHint(parameter: SearchParameter, modifier: string, supported: readonly string[]): string {
  const { code, kind, targets } = parameter
  const plain = modifier.slice(0, maxHintCharacters).replace(/[-_]/g, '').toLowerCase()
  const like = findClosestName(`:${modifier}`, supported)
  if (like !== undefined) return ` Did you mean "${code}${like}"?`
  const prefix = comparisons[plain]
  if (prefix !== undefined && (kind === 'date' || kind === 'number' || kind === 'quantity')) {
    return ` A comparison is two letters before the value: ${code}=${prefix}${kind === 'date' ? '2026-03-31' : '5.4'}.`
  }
  if (/^(?:or|any|anyof|list|oneof)$/.test(plain)) return ` Alternatives are separated by commas: ${code}=a,b.`
  if (/^(?:asc|desc|sort)/.test(plain)) return ` To sort, write _sort=-${code} or _sort=${code}.`
  if (kind === 'reference') {
    const [target = 'Patient'] = targets
    if (/^(?:name|display|text|contains|exact)$/.test(plain)) return ` To search by name, write ${code}:${target}.name.`
    return /^(?:id|eq|equals|is|reference|ref|not)$/.test(plain) ? ` Write ${code}=${target}/1.` : ''
  }
  if (kind === 'token') {
    if (/^(?:contains|like|ilike|startswith|sw|starts|display|name|search|match|matches|icontains)$/.test(plain)) {
      return searchesCodes(parameter)
        ? ` The texts of codes are searched by ${code}:text.`
        : ` A token is compared as a whole: ${code}=…`
    }
    return /^(?:exact|eq|equals|is|code)$/.test(plain)
      ? ` A token is compared as a whole without a modifier: ${code}=…`
      : ''
  }
  if (
    kind === 'string' &&
    /^(?:like|ilike|icontains|match|matches|search|text|regex|fuzzy|wildcard|endswith|ends)$/.test(plain)
  ) {
    return ` Any part of a text is found by ${code}:contains.`
  }
  if (kind === 'string' && /^(?:startswith|sw|starts|prefix|begins|beginswith|eq|is)$/.test(plain)) {
    return ` Without a modifier a value is the beginning of a text: ${code}=…`
  }
  return ''
}

function searchesCodes({ elements }: SearchParameter): boolean {
  return elements().some(({ type }) => type === 'CodeableConcept' || type === 'Coding')
}

/** Returns a sentence, after a space, on how to write an invalid key of `_sort`. */
export function sortHint(resourceType: string, item: string): string {
  if (item.length > maxHintCharacters) return ''
  const words = item.toLowerCase().match(/\b(?:asc|desc|ascending|descending)\b/g) ?? []
  const isDescending = item.startsWith('-') || words.some((word) => word.startsWith('desc'))
  const key = item.replace(/\b(?:asc|desc|ascending|descending)\b/gi, '').replace(/^[-+\s(:]+|[\s():=]+$/g, '')
  if (key === '' && words.length > 0) return ' A hyphen before a key sorts in descending order: _sort=-date.'
  const code = suggestName(resourceType, key) ?? key
  if (code.includes(':') || code.includes('.')) return ' Results are sorted by search parameters of the type itself.'
  return key === '' || (code === item.replace(/^-/, '') && words.length === 0)
    ? ''
    : ` Did you mean "_sort=${isDescending ? '-' : ''}${code}"?`
}
