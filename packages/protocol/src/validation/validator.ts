import type { Finding } from '../error-code.js'
import { describePattern } from '../schema/pattern.js'
import { scenarioStepTypes } from '../schema/step-types.js'
import { dropIrrelevantFindings } from './drop-irrelevant-findings.js'
import type { SchemaFinding } from './schema-finding.js'

/** Checks a value against one schema. Returns null if it is valid. */
export type Validator = (value: unknown) => readonly Finding[] | null

/** A schema compiled by ajv: returns true if the value is valid, else sets `errors`. */
export interface CompiledSchema {
  (value: unknown): boolean
  errors?: readonly SchemaFinding[] | null
}

/** Maximum number of reported errors. */
const maxErrors = 20

/** Maximum number of findings that are converted to errors: comparing the findings of unions takes quadratic time. */
const maxFindings = 500

/**
 * Creates a validator from a compiled schema. The findings on a document, which has no operation in its name, also name
 * the type that was found in place of another.
 */
export function createValidator(compiled: CompiledSchema, name: string): Validator {
  const isDocument = !name.includes('.')
  return (value) => {
    if (compiled(value)) return null
    const found = (path: string): string => (isDocument ? `; got ${nameTypeAt(value, path)}` : '')
    return describeFindings(compiled.errors ?? [], found)
  }
}

function nameTypeAt(value: unknown, pointer: string): string {
  let found = value
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    const isObject = typeof found === 'object' && found !== null
    found = isObject ? Object.getOwnPropertyDescriptor(found, name)?.value : undefined
  }
  if (found === null) return 'null'
  if (Array.isArray(found)) return 'an array'
  return typeof found === 'object' ? 'an object' : `a ${typeof found}`
}

/**
 * Converts findings to errors of members, at least one and at most 20, one per member.
 *
 * @param found - returns what follows the message on a value of another type, given its pointer; default nothing
 */
export function describeFindings(
  findings: readonly SchemaFinding[],
  found: (path: string) => string = () => '',
): readonly Finding[] {
  const errors = new Map<string, Finding & { readonly isType: boolean }>()
  for (const finding of dropIrrelevantFindings(findings.slice(0, maxFindings))) {
    const error = describeFinding(finding)
    const isType = finding.keyword === 'type'
    const former = errors.get(error.path)
    if (former === undefined) errors.set(error.path, { ...error, isType })
    else if (former.isType && isType) errors.set(error.path, { ...joinTypes(former, error), isType })
    if (errors.size === maxErrors) break
  }
  if (errors.size === 0) return [{ path: '', message: 'does not match its schema' }]
  return [...errors.values()].map(({ path, message, isType }) => ({
    path,
    message: isType ? `${message}${found(path)}` : message,
  }))
}

function describeFinding(finding: SchemaFinding): Finding {
  const { instancePath, keyword, params } = finding
  switch (keyword) {
    case 'required':
      return { path: join(instancePath, params.missingProperty), message: 'is required' }
    case 'additionalProperties':
      return { path: join(instancePath, params.additionalProperty), message: 'is not a known field' }
    case 'enum': {
      const allowed = Array.isArray(params.allowedValues) ? params.allowedValues : []
      return {
        path: instancePath,
        message: `must be ${writeChoices(allowed)}`,
      }
    }
    case 'const':
      return { path: instancePath, message: `must be ${JSON.stringify(params.allowedValue)}` }
    case 'minItems':
    case 'maxItems':
    case 'minLength':
    case 'maxLength':
    case 'minProperties':
    case 'maxProperties':
      return { path: instancePath, message: describeLimit(keyword, Number(params.limit)) }
    case 'type':
      return { path: instancePath, message: `must be ${[params.type].flat().join(' or ')}` }
    case 'pattern':
      return { path: instancePath, message: describePattern(String(params.pattern)) }
    case 'discriminator': {
      // Of our schemas, only that of a scenario step has one.
      const tag = typeof params.tag === 'string' ? params.tag : 'type'
      const got = params.tagValue === undefined ? 'nothing' : JSON.stringify(params.tagValue)
      return { path: join(instancePath, tag), message: `must be ${writeChoices(scenarioStepTypes)}; got ${got}` }
    }
    default:
      return { path: instancePath, message: finding.message ?? 'is not allowed here' }
  }
}

function describeLimit(keyword: string, limit: number): string {
  const thing = { Items: 'item', Length: 'character', Properties: 'member' }[keyword.slice(3)] ?? 'part'
  return `must have at ${keyword.startsWith('min') ? 'least' : 'most'} ${limit} ${thing}${limit === 1 ? '' : 's'}`
}

/**
 * Joins two findings into one sentence, because the branches of a union report one type each: "must be string" and
 * "must be null".
 */
function joinTypes(former: Finding, latter: Finding): Finding {
  const type = latter.message.replace(/^must be /, '')
  const known = former.message.replace(/^must be /, '').split(' or ')
  return known.includes(type) ? former : { path: former.path, message: `${former.message} or ${type}` }
}

function writeChoices(allowed: readonly unknown[]): string {
  return `one of ${allowed.map((value) => JSON.stringify(value)).join(', ')}`
}

function join(pointer: string, name: unknown): string {
  return `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
