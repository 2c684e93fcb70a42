import { defineConfig } from 'tsup'
import { neutralBuild } from '../../tsup.base.js'

// validators.js is printed after the bundle, by scripts/print-validators.ts.
export default defineConfig({ ...neutralBuild, external: ['./validators.js'] })
