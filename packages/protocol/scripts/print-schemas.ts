/** Writes the JSON Schemas of documents to schemas/, which is kept in the repository; a test fails if they differ. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { documentSchemas, publishedSchema } from '../src/validation/document-schemas.js'

const folder = new URL('../schemas/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const document of documentSchemas) {
  writeFileSync(new URL(document.file, folder), `${JSON.stringify(publishedSchema(document), null, 2)}\n`)
}
