import { defineConfig } from 'tsup'
import { nodeBuild } from '../../tools/tsup.base.js'

export default defineConfig({ ...nodeBuild, entry: ['src/main.ts', 'src/runner.ts'] })
