import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../docs/reference')

// Nightly, and for two packages only, because all take three times as long; `pnpm reference` writes them.
it('the reference is generated from the sources, under the names that users import', async () => {
  const out = mkdtempSync(join(tmpdir(), 'carebench-reference-'))
  try {
    const typedoc = join(folder, 'node_modules/typedoc/bin/typedoc')
    const entries = ['pagination/src', 'client/src/undici'].map((entry) => `../../packages/${entry}/index.ts`)
    const flags = entries.flatMap((entry) => ['--entryPoints', entry])
    await promisify(execFile)(process.execPath, [typedoc, ...flags, '--out', out], { cwd: folder })
    expect(readdirSync(join(out, 'modules'))).toEqual(['_carebench_client_undici.html', '_carebench_pagination.html'])
    const page = readFileSync(join(out, 'functions/_carebench_pagination.iterateItems.html'), 'utf8')
    expect(page.replaceAll(/<[^>]*>/g, '')).toContain('Iterates over the items of a list')
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
})
