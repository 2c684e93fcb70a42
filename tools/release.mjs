// Publishes the packages whose versions a merged release pull request has raised. With --dry-run, packs them and prints
// what would be published.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import process from 'node:process'

const isDry = process.argv.includes('--dry-run')
const unknown = process.argv.slice(2).filter((argument) => argument !== '--dry-run' && argument !== '--no-build')
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(' ')}. Options: --dry-run, --no-build.\n`)
  process.exit(2)
}
if (!process.argv.includes('--no-build')) run('pnpm', ['run', 'build'])
if (isDry) {
  // `status` reads all changesets. It fails if there are none, as after a release pull request, which turns them into
  // changelogs.
  const isLeft = readdirSync(new URL('../.changeset', import.meta.url)).some((name) => name.endsWith('.md'))
  if (isLeft) run('changeset', ['status', '--since=HEAD'])
  run('pnpm', [
    '-r',
    '--filter',
    './packages/*',
    '--filter',
    './fixtures',
    '--filter',
    './benchmarks/carebench-1',
    'publish',
    '--dry-run',
    '--no-git-checks',
  ])
} else run('changeset', ['publish'])

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}
