import { defineConfig } from 'tsup'
import { neutralBuild } from '../../tools/tsup.base.js'

export default defineConfig({
  ...neutralBuild,
  entry: ['src/index.ts', 'src/patients.ts', 'src/policy.ts', 'src/verifier.ts'],
})
