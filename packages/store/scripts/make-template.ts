// Writes the template of new folders into dist. Part of the build.

import { writeFileSync } from 'node:fs'
import { Kysely } from 'kysely'
import type { Database } from '../src/sql/database.js'
import { EmbeddedEngine } from '../src/sql/engines/embedded-engine.js'
import { packTemplate } from '../src/sql/engines/folder-template.js'
import { createPGliteDialect } from '../src/sql/engines/pglite-dialect.js'
import { migrate } from '../src/sql/migrations/migrate.js'

const database = await EmbeddedEngine.open()
const db = new Kysely<Database>({ dialect: createPGliteDialect(database) })
await migrate(db)
writeFileSync(new URL('../dist/template.tar.br', import.meta.url), await packTemplate(database))
await db.destroy()
