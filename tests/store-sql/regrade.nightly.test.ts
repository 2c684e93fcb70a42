import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { makeTaskRecord } from '../../packages/carebench/src/testing/make-records.js'
import { makeRunFolder } from '../../packages/carebench/src/testing/make-run-folder.js'
import { startPostgres, whyNoPostgres } from '../../packages/store/src/sql/testing/postgres-server.js'
import { workspaceRoot } from '../workspace-sources.js'

const skipped = whyNoPostgres()
it.skipIf(skipped !== undefined)(
  `a run is regraded by workers and by one that joins, also after the command was killed${skipped ?? ''}`,
  async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const queue = postgres.createDatabase('queue')
    const tasks = Object.fromEntries(Array.from({ length: 100 }, (_, number) => [`t${number}`, 'ppppp']))
    const folder = makeRunFolder({ agents: { a: tasks }, records: (name, id) => makeTaskRecord({ name, id }) })
    const start = (...flags: readonly string[]) => {
      const child = spawn(process.execPath, ['tools/launcher/carebench.mjs', 'regrade', folder, '--json', ...flags], {
        cwd: workspaceRoot,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      return { child, out: text(child.stdout), ended: waitForEnd(child) }
    }

    const killed = start('--queue', queue, '--workers', '1')
    while (!existsSync(join(folder, 'regrade-queue.json'))) await new Promise((resolve) => setTimeout(resolve, 20))
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(existsSync(join(folder, 'regrade-queue.json'))).toBe(true)

    const command = start('--queue', queue, '--workers', '2')
    let hasEnded = false
    void command.ended.then(() => {
      hasEnded = true
    })
    // The first may come before the command, and the last when all is done.
    let helped = 0
    while (!hasEnded) {
      const joined = start('--queue', queue, '--join')
      if ((await joined.ended) === 0) helped += JSON.parse(await joined.out).regraded
    }
    expect(await command.ended).toBe(0)
    const { same, trials } = JSON.parse(await command.out)
    expect({ same, trials }).toEqual(JSON.parse(await start().out))
    expect(trials).toHaveLength(500)
    expect(helped).toBeGreaterThan(0)
    expect(existsSync(join(folder, 'regrade-queue.json'))).toBe(false)
  },
)

function waitForEnd(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve))
}
