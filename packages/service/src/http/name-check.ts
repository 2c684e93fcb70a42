import { describeFindings, type Finding, type SystemNames, type Validator, withSystemNames } from '@carebench/protocol'

/**
 * Extends the validator of a body by members whose permitted names depend on the systems of a service. Returns the same
 * validator if the schema has no such member.
 */
export function withNameCheck(validate: Validator, schema: object, names: SystemNames): Validator {
  const open = openMembers(schema, names)
  if (open.length === 0) return validate
  return (value) => {
    const errors = validate(value) ?? []
    const wrong = open.flatMap((member) => findFaults(member, value))
    const all = [...errors, ...wrong.filter(({ path }) => !errors.some((error) => error.path === path))]
    return all.length === 0 ? null : all
  }
}

/** A member whose permitted names are those of the systems. */
interface OpenMember {
  readonly name: string
  readonly allowed: readonly string[]
}

function openMembers(schema: object, names: SystemNames): readonly OpenMember[] {
  const open = Object.entries(readProperties(schema))
  const closed = readProperties(withSystemNames(schema, names))
  return open.flatMap(([name, member]) => {
    if (!('oneOfNames' in member)) return []
    const { enum: allowed } = closed[name] as { readonly enum: readonly string[] }
    return [{ name, allowed }]
  })
}

function readProperties(schema: object): Readonly<Record<string, object>> {
  return (schema as { readonly properties?: Record<string, object> }).properties ?? {}
}

/** Returns the finding that the schema's own validator would have reported. */
function findFaults({ name, allowed }: OpenMember, body: unknown): readonly Finding[] {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return []
  const value: unknown = Reflect.get(body, name)
  const instancePath = `/${name}`
  const schemaPath = `#/properties${instancePath}`
  if (typeof value === 'string' && !allowed.includes(value)) {
    const params = { allowedValues: allowed }
    return describeFindings([{ keyword: 'enum', instancePath, schemaPath: `${schemaPath}/enum`, params }])
  }
  return []
}
