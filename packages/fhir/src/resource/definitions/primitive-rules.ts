import type { JsonValue } from '@carebench/protocol/wire'

/** The JSON form of a primitive type of FHIR R4. */
export interface PrimitiveRule {
  /** For messages: `a date such as 2026-01-05, 2026-01 or 2026`. */
  readonly expected: string
  readonly json: 'string' | 'number' | 'boolean'
  /** Maximum length of a text in characters. */
  readonly maxLength: number
  /** For messages: `at most 1048576 characters`. */
  readonly longest: string
  /** Whether a value of the right JSON type is valid, in time linear in its length. */
  accepts(value: JsonValue): boolean
}

/** What FHIR R4 says of `string`, for codes and URLs, which are matched in one step; free texts may fill a body. */
const maxTokenLength = 1024 * 1024
/** A narrative is parsed, which takes longer. */
const maxNarrativeLength = 2 * 1024 * 1024

const controlFree = /^[\t\n\r\x20-\u{10ffff}]*$/u

/**
 * The definitions use XML Schema regular expressions, in which only ASCII white space counts: a no-break space does
 * not.
 */
const spaceFree = /^[^ \t\r\n]+$/

let rules: ReadonlyMap<string, PrimitiveRule> | undefined

/** Returns the rule of a primitive type; undefined for any other name. */
export function findPrimitive(type: string): PrimitiveRule | undefined {
  rules ??= createRules()
  return rules.get(type)
}

function createRules(): ReadonlyMap<string, PrimitiveRule> {
  const lengths = new Map<string, number>([
    ['xhtml', maxNarrativeLength],
    ...['string', 'markdown', 'base64Binary'].map((type) => [type, Number.POSITIVE_INFINITY] as const),
  ])
  const written: readonly (readonly [string, WrittenRule])[] = [
    ['boolean', { expected: 'true or false', json: 'boolean', accepts: () => true }],
    ['decimal', { expected: 'a number such as 5.4', json: 'number', accepts: (value) => Number.isFinite(value) }],
    ['integer', wholeRule('a whole number of at most 32 bits', -(2 ** 31))],
    ['unsignedInt', wholeRule('a whole number from 0 to 2147483647', 0)],
    ['positiveInt', wholeRule('a whole number from 1 to 2147483647', 1)],
    ['string', textRule('a text without control characters', controlFree)],
    ['markdown', textRule('a text without control characters', controlFree)],
    [
      'code',
      textRule('a code without spaces at its ends or two in a row', /^(?!.*[ \t\r\n]{2})[^ \t\r\n](?:.*[^ \t\r\n])?$/s),
    ],
    ['element id', textRule('an id without spaces and control characters', /^[\x21-\u{10ffff}]+$/u)],
    ['id', textRule('1 to 64 letters, digits, "-" and "."', /^[A-Za-z0-9.-]{1,64}$/)],
    ['uri', textRule('a URI without spaces', spaceFree)],
    ['url', textRule('a URL without spaces', spaceFree)],
    ['canonical', textRule('a canonical URL without spaces', spaceFree)],
    ['oid', textRule('an OID such as urn:oid:1.2.3', /^urn:oid:[0-2](?:\.(?:0|[1-9]\d*))+$/)],
    [
      'uuid',
      textRule(
        'a UUID such as urn:uuid:(8-4-4-4-12 digits, a to f)',
        /^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
      ),
    ],
    ['date', { expected: 'a date such as 2026-01-05, 2026-01 or 2026', json: 'string', accepts: isDate }],
    [
      'dateTime',
      {
        expected: 'a date such as 2026-01-05, 2026-01 or 2026, or a time with a zone such as 2026-01-05T09:00:00Z',
        json: 'string',
        accepts: (value) => isDate(value) || isInstant(value),
      },
    ],
    ['instant', { expected: 'a time with a zone such as 2026-01-05T09:00:00Z', json: 'string', accepts: isInstant }],
    ['time', textRule('a time of day such as 09:00:00', /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?$/)],
    ['base64Binary', { expected: 'bytes in base64 such as "aGVsbG8="', json: 'string', accepts: isBase64 }],
    ['xhtml', { expected: 'a <div> … </div> with something in it', json: 'string', accepts: isDivision }],
  ]
  return new Map(
    written.map(([type, rule]) => {
      const maxLength = lengths.get(type) ?? maxTokenLength
      return [type, { ...rule, maxLength, longest: `at most ${maxLength} characters` }]
    }),
  )
}

type WrittenRule = Omit<PrimitiveRule, 'maxLength' | 'longest'>

function textRule(expected: string, pattern: RegExp): WrittenRule {
  return { expected, json: 'string', accepts: (value) => typeof value === 'string' && pattern.test(value) }
}

function wholeRule(expected: string, least: number): WrittenRule {
  return {
    expected,
    json: 'number',
    accepts: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) < 2 ** 31,
  }
}

const datePattern = /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?$/
const instantPattern =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))$/

function isDate(value: JsonValue): boolean {
  const parts = typeof value === 'string' ? datePattern.exec(value) : null
  if (parts === null || parts[1] === '0000') return false
  const day = Number(parts[3] ?? 1)
  return day <= 28 || day <= countDays(Number(parts[1]), Number(parts[2]))
}

function countDays(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function isInstant(value: JsonValue): boolean {
  const date = typeof value === 'string' ? instantPattern.exec(value)?.[1] : undefined
  return date !== undefined && isDate(date)
}

function isBase64(value: JsonValue): boolean {
  if (typeof value !== 'string') return false
  const bytes = /\s/.test(value) ? value.replace(/\s+/g, '') : value
  return bytes.length > 0 && bytes.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(bytes)
}

/** Whether a value is a `div` with content, which is not parsed. */
function isDivision(value: JsonValue): boolean {
  return typeof value === 'string' && /^\s*<div[\s>]/.test(value) && /<\/div>\s*$/.test(value) && hasContent(value)
}

/** Whether there is text between the tags, or an image. */
function hasContent(division: string): boolean {
  let inside = false
  for (const character of division) {
    if (character === '<') inside = true
    else if (character === '>') inside = false
    else if (!inside && character.trim() !== '') return true
  }
  return division.includes('<img')
}
