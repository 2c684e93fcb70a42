import { Ajv, type Options } from 'ajv'
import formats from 'ajv-formats'

/** The only configuration of ajv, used to compile at run time and to generate code at build time. */
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
