import type { FieldError } from '../error-code.js'

/** Checks a value against one schema; null if it fits. */
export type Validator = (value: unknown) => readonly FieldError[] | null

/** What ajv's code leaves behind when a value does not fit. */
export interface SchemaFinding {
  readonly instancePath: string
  readonly keyword: string
  readonly message?: string
  readonly params: Readonly<Record<string, unknown>>
}

/** A compiled schema as ajv makes it: true if the value fits, else `errors` holds the findings. */
export interface CompiledSchema {
  (value: unknown): boolean
  errors?: readonly SchemaFinding[] | null
}

/** How many findings are told at the most. */
const maximum = 20

/** Makes a validator of a compiled schema. */
export function createValidator(compiled: CompiledSchema): Validator {
  return (value) => {
    if (compiled(value)) return null
    const errors = new Map<string, FieldError>()
    for (const finding of compiled.errors ?? []) {
      const error = describeFinding(finding)
      if (error === null) continue
      const former = errors.get(error.path)
      if (former === undefined) errors.set(error.path, error)
      else if (finding.keyword === 'type') errors.set(error.path, joinTypes(former, error))
      if (errors.size === maximum) break
    }
    if (errors.size === 0) return [{ path: '', message: 'does not have the documented shape' }]
    return [...errors.values()].filter((error) => !isOtherBranch(error, errors))
  }
}

/** Of something nullable that is there but wrong inside, "must be null" is beside the point. */
function isOtherBranch({ path, message }: FieldError, errors: ReadonlyMap<string, FieldError>): boolean {
  return message === 'must be null' && [...errors.keys()].some((other) => other.startsWith(`${path}/`))
}

function describeFinding(finding: SchemaFinding): FieldError | null {
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
        message: `must be one of ${allowed.map((value) => JSON.stringify(value)).join(', ')}`,
      }
    }
    case 'discriminator':
      return { path: join(instancePath, params.tag), message: 'is not one of the known kinds' }
    // The branches of a union say what is wrong; "must match a schema in anyOf" adds nothing.
    case 'anyOf':
      return null
    default:
      return { path: instancePath, message: finding.message ?? 'is not allowed here' }
  }
}

/** The branches of a union report one type each: "must be string" and "must be null" read as one sentence. */
function joinTypes(former: FieldError, latter: FieldError): FieldError {
  const addition = latter.message.replace(/^must be /, ' or ')
  return former.message.endsWith(addition) ? former : { path: former.path, message: former.message + addition }
}

function join(pointer: string, name: unknown): string {
  return `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
