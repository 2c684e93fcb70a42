import { testSettings } from './vitest.base.js'

/**
 * `pnpm test --config vitest.ci.config.ts`: what every change is checked with, in one run, so that no core waits. At scale 2, what the soak alone demands of a
 * law is checked too.
 */
export default testSettings({ scale: 2, files: 'ci' })
