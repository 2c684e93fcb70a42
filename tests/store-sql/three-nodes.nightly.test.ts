import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { whyNoPostgres } from '../../packages/store/src/sql/testing/postgres-server.js'
import { workspaceRoot } from '../workspace-sources.js'

// Nightly, because it starts and kills processes for 20 s; in CI, crashes.soak.test.ts kills a program and its
// PostgreSQL.
const example = join(workspaceRoot, 'examples/three-nodes')

const skipped = whyNoPostgres()
it.skipIf(skipped !== undefined)(
  `examples/three-nodes loses nothing while a node is killed and started again${skipped ?? ''}`,
  async () => {
    const carebench = [process.execPath, join(workspaceRoot, 'tools/launcher/carebench.mjs')]
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=@carebench/source', '--import', 'tsx', 'src/main.ts', '--runs', '3', ...carebench],
      { cwd: example },
    )
    expect(stdout).toMatch(/^3 runs, (?:1 kill|(?!1 )[1-9]\d* kills) /m)
    expect(stdout).toMatch(/^acknowledged writes read back {2}9$/m)
    expect(stdout).toMatch(/^lost, or different {13}0$/m)
  },
)
