/**
 * Prints the validators of all schemas as one module without code generation from strings: dist/validators.js takes the
 * place of src/validators.ts in the published package.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { build } from 'esbuild'
import type { TSchema } from 'typebox'
import { createAjv } from '../src/validation/ajv.js'
import { namedSchemas } from '../src/validation/schema-names.js'

const schemas = namedSchemas()
const validatorSource = fileURLToPath(new URL('../src/validation/validator.ts', import.meta.url))
const unknownSchemaSource = fileURLToPath(new URL('../src/validation/unknown-schema.ts', import.meta.url))
const resolveDir = fileURLToPath(new URL('.', import.meta.url))

const imports = [...schemas.keys()].map((name, index) => `import schema${index} from 'compiled:${name}'`)
const entries = [...schemas.keys()].map((name, index) => `['${name}', createValidator(schema${index}, '${name}')]`)
const entry = `
import { createValidator } from ${JSON.stringify(validatorSource)}
import { unknownSchema } from ${JSON.stringify(unknownSchemaSource)}
${imports.join('\n')}
const validators = new Map([${entries.join(', ')}])
export function validatorFor(name) {
  const validator = validators.get(name)
  if (validator === undefined) throw unknownSchema(name, [...validators.keys()])
  return validator
}
`

/** Each schema has its own ajv instance: in a shared one, names repeat when two schemas share an object. */
function printSchema(schema: TSchema): string {
  const ajv = createAjv({ code: { source: true, esm: true } })
  return standaloneCode.default(ajv, ajv.compile(schema))
}

const result = await build({
  stdin: { contents: entry, resolveDir },
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2023',
  minifyWhitespace: true,
  write: false,
  plugins: [
    {
      name: 'compiled-schemas',
      setup(plugin) {
        plugin.onResolve({ filter: /^compiled:/ }, ({ path }) => ({
          path: path.slice('compiled:'.length),
          namespace: 'compiled',
        }))
        plugin.onLoad({ filter: /.*/, namespace: 'compiled' }, ({ path }) => {
          const schema = schemas.get(path)
          if (schema === undefined) throw new Error(`There is no schema named ${path}.`)
          return { contents: printSchema(schema), resolveDir }
        })
      },
    },
  ],
})
const [output] = result.outputFiles
if (output === undefined) throw new Error('The bundler wrote nothing.')
writeFileSync(new URL('../dist/validators.js', import.meta.url), output.contents)
