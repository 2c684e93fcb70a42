import { testSettings } from './vitest.base.js'

/** `pnpm test`: every example, and every law with few draws. */
export default testSettings({ scale: 1, files: 'short' })
