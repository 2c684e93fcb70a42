import { testSettings } from './vitest.base.js'

/** `pnpm test:soak`: every law with many draws, and the files named `*.soak.test.ts` and `*.nightly.test.ts`, which are long by nature. */
export default testSettings({ scale: 10, files: 'soak' })
