import { defineConfig } from 'tsup'
import { nodeBuild } from '../../tools/tsup.base.js'

export default defineConfig({
  ...nodeBuild,
  entry: {
    index: 'src/index.ts',
    'channels/index': 'src/channels/index.ts',
    'dashboard/task': 'src/dashboard/task.ts',
    'site/index': 'src/site/index.ts',
    // The worker is a file of its own, beside the bundle that starts it.
    'pdf-worker': 'src/pdf/pdf-worker.js',
  },
})
