import { defineConfig } from 'tsup'
import { nodeBuild } from '../../tools/tsup.base.js'

export default defineConfig({
  ...nodeBuild,
  // The worker is a file of its own, beside the bundle that starts it.
  entry: { index: 'src/index.ts', 'pdf-worker': 'src/pdf/pdf-worker.js' },
})
