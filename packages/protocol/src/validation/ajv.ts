import { Ajv, type Options } from 'ajv'
import formats from 'ajv-formats'

/** Creates an ajv with the only configuration: for compiling at run time, and for generating code at build time. */
export function createAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    strictTypes: false,
    discriminator: true,
    unicodeRegExp: true,
    ...options,
  })
  ajv.addKeyword({ keyword: 'foldCase', schemaType: 'boolean' })
  ajv.addKeyword({ keyword: 'oneOfNames', schemaType: 'string' })
  formats.default(ajv, ['date-time'])
  return ajv
}
