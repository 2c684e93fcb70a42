/**
 * White space, control characters, unpaired surrogates, and characters that have no width or only change the direction
 * of text. The two sets are complementary, so a matcher needs only one pass over any text.
 */
const unseen =
  '\\s\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u180e\\u200b-\\u200f' +
  '\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ud800-\\udfff'
const invisible = `[${unseen}]`
const visible = `[^${unseen}]`

/**
 * The name of a file or folder: not only dots and white space, because such a name could leave the folder or be
 * invisible.
 */
const fileName = '(?![.\\s]*(?:/|$))[^/\\\\\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+'

const mediaTypeName = '[A-Za-z0-9!#$&^_.+-]{1,100}'

const day = '(19|20|21)\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])'
const hourAndMinute = '([01]\\d|2[0-3]):[0-5]\\d'

/**
 * The patterns of texts in requests. Those of benchmarks and files exclude unpaired surrogates, because UTF-8 cannot
 * encode them.
 */
export const patterns = {
  name: visible,
  benchmarkName: `^(?=${invisible}*${visible})[^@/\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]*$`,
  alias: '^[A-Za-z0-9][A-Za-z0-9._~-]*$',
  axis: '^[a-z][a-z0-9_-]*$',
  method: '^[A-Z]+$',
  base64: '^[A-Za-z0-9+/]*={0,2}$',
  mediaType: `^${mediaTypeName}/${mediaTypeName}(?: *;[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]*)?$`,
  filePath: `^${fileName}(?:/${fileName})*$`,
  resourceType: '^[A-Z][A-Za-z]*$',
  systemKey: '^[a-z][a-z0-9-]{0,31}$',
  startsAt: `^${day}T${hourAndMinute}:[0-5]\\d(\\.\\d{1,3})?(Z|[+-]${hourAndMinute})$`,
} as const

const descriptions: Readonly<Record<string, string>> = {
  [patterns.name]: 'must have a visible character; for example "Prior authorization"',
  [patterns.benchmarkName]:
    'must have a visible character and no "@", "/" or control characters; for example "prior-auth"',
  [patterns.alias]:
    'must consist of letters, digits, ".", "_", "~" and "-", beginning with a letter or digit; for example "triage-2"',
  [patterns.axis]:
    'must consist of lower-case letters, digits, "_" and "-", beginning with a letter; for example "safety"',
  [patterns.method]: 'must be a method in upper case; for example "POST"',
  [patterns.base64]: 'must be base64; for example "aGVsbG8="',
  [patterns.mediaType]: 'must be a media type without control characters; for example "text/csv"',
  [patterns.filePath]:
    'must be a path of names separated by "/", none of which is "..", empty or has a backslash; for example ' +
    '"inbox/lab-results.csv"',
  [patterns.resourceType]: 'must be a FHIR resource type; for example "Patient"',
  [patterns.systemKey]:
    'must consist of up to 32 lower-case letters, digits and "-", beginning with a letter; for example "imaging"',
  [patterns.startsAt]:
    'must be a date-time with a time zone (RFC 3339), of the years 1900 to 2199, with at most milliseconds; for ' +
    'example "2025-03-03T08:00:00Z"',
}

/** Describes in words which texts match a pattern. */
export function describePattern(pattern: string): string {
  return descriptions[pattern] ?? `must match ${pattern}`
}
