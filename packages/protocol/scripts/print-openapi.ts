/** Prints the interface as OpenAPI into dist, for those who read it as a file. */
import { writeFileSync } from 'node:fs'
import { openApiDocument } from '../src/openapi/openapi-document.js'

writeFileSync(new URL('../dist/openapi.json', import.meta.url), `${JSON.stringify(openApiDocument(), null, 2)}\n`)
