import type { Issue, Message } from '@carebench/hl7v2'

/** A technical field of the header, with the values that this interface accepts. */
interface TechnicalField {
  readonly field: number
  readonly name: string
  /** The valid format; undefined if the field must be empty because the interface does not use it. */
  readonly form?: RegExp
  readonly expected: string
}

const unused = 'to be empty: this interface does not use it'
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Header fields that people do not read, and that could carry hidden messages. */
const technicalFields: readonly TechnicalField[] = [
  { field: 8, name: 'security', expected: unused },
  {
    field: 10,
    name: 'control id',
    form: new RegExp(`^(?:(?=.*\\d|.{1,3}$)[!-~]{1,20}|${uuid})$`, 'i'),
    expected: 'with a digit, of at most 20 characters, or a UUID',
  },
  { field: 14, name: 'continuation pointer', expected: unused },
  { field: 17, name: 'country code', form: /^[A-Z]{3}$/, expected: 'as a code of ISO 3166, USA' },
  {
    field: 18,
    name: 'character set',
    form: /^[A-Z0-9 /-]{1,20}$/,
    expected: 'as a code of HL7 table 0211, UNICODE UTF-8',
  },
  { field: 19, name: 'language', form: /^[a-z]{2,3}(?:-[A-Z]{2})?$/, expected: 'as a code of ISO 639, en' },
  {
    field: 21,
    name: 'message profile identifier',
    form: /^[A-Za-z0-9_.-]{1,50}\^[A-Za-z0-9]{0,20}\^\d+(?:\.\d+)+\^ISO$/,
    expected: 'with the OID of its profile, LRI_Common_Component^^2.16.840.1.113883.9.16^ISO',
  },
  ...[22, 23, 24, 25].map((field) => ({ field, name: 'organization or network address', expected: unused })),
]

/** Returns an issue for each technical field of a header whose value this interface does not accept. */
export function findTechnicalFaults(message: Message): Issue[] {
  return technicalFields.flatMap(({ field, name, form, expected }): Issue[] => {
    const value = message.read(`MSH-${field}`) ?? ''
    const further = message.read(`MSH-${field}[2]`) ?? ''
    if (further === '' && (value === '' || form?.test(value) === true)) return []
    const found = JSON.stringify((value === '' ? further : value).slice(0, 40))
    const text = `Expected the ${name} ${expected}; got ${found}.`
    return [{ code: 102, segment: 'MSH', occurrence: 1, field, message: text }]
  })
}
