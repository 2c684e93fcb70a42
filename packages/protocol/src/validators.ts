import { createAjv } from './validation/ajv.js'
import { namedSchemas, responseSchemas } from './validation/schema-names.js'
import { unknownSchema } from './validation/unknown-schema.js'
import { createValidator, type Validator } from './validation/validator.js'

// This module compiles schemas on first use, which needs code generation from strings. The build replaces it by code
// generated ahead of time (scripts/print-validators.ts), so the published package needs none.

const validators = new Map<string, Validator>()
let ajv: ReturnType<typeof createAjv> | undefined

/**
 * Returns the validator of `<operation>.query`, `<operation>.body` or a document (`benchmarkDefinition`); in tests,
 * also of `<operation>.response`. Throws a RangeError if there is no schema with that name.
 */
export function validatorFor(name: string): Validator {
  let validator = validators.get(name)
  if (validator === undefined) {
    const schema = namedSchemas().get(name) ?? responseSchemas().get(name)
    if (schema === undefined) throw unknownSchema(name, [...namedSchemas().keys()])
    // Halves the compile time. The schemas themselves are validated when the code is generated, and by a test.
    ajv ??= createAjv({ validateSchema: false, code: { optimize: false } })
    validator = createValidator(ajv.compile(schema), name)
    validators.set(name, validator)
  }
  return validator
}
