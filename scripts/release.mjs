// Publishes what a merged release pull request has versioned; with --dry-run, packs it and says what would be published.
import { spawnSync } from 'node:child_process'
import process from 'node:process'

const isDry = process.argv.includes('--dry-run')
const unknown = process.argv.slice(2).filter((argument) => argument !== '--dry-run' && argument !== '--no-build')
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(' ')}. Options: --dry-run, --no-build.\n`)
  process.exit(2)
}
if (!process.argv.includes('--no-build')) run('pnpm', ['run', 'build'])
if (isDry) {
  run('changeset', ['status', '--since=HEAD'])
  run('pnpm', ['-r', '--filter', './packages/*', '--filter', './fixtures', 'publish', '--dry-run', '--no-git-checks'])
} else run('changeset', ['publish'])

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}
