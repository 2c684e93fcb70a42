import { defineConfig } from 'tsup'
import { nodeBuild } from '../../tools/tsup.base.js'

export default defineConfig({
  ...nodeBuild,
  entry: {
    index: 'src/index.ts',
    contract: 'src/contract.ts',
    sql: 'src/sql.ts',
    // The thread of the database is its own file, next to the bundle that starts it.
    'pglite-worker': 'src/sql/engines/pglite-worker.js',
  },
})
