import { defineConfig } from 'tsup'
import { neutralBuild } from '../../tools/tsup.base.js'

// validators.js and wire-table.js are printed after the bundle, by scripts/.
export default defineConfig({
  ...neutralBuild,
  entry: ['src/index.ts', 'src/wire.ts', 'src/openapi.ts'],
  external: ['./validators.js', './wire-table.js'],
})
