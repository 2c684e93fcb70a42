import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const secret = 'MARK-benchmark!'

/** Files with benchmarks in an agent's folder, by the path that process isolation must hide. */
export const plantedBenchmarks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '.git': { 'objects/pack/pack-1.pack': secret },
  'node_modules/.cache/carebench': { 'a1/main.js': secret },
  'node_modules/carebench': { 'package.json': '{"name": "carebench"}', 'dist/cli.js': secret },
  'node_modules/@carebench/fixtures': {
    'package.json': '{"name": "@carebench/fixtures"}',
    'prior-auth/tasks.json': secret,
  },
  'node_modules/.pnpm-store': { 'v10/files/00/1f': secret },
  '.npm/_cacache': { 'content-v2/sha512/00/1f': secret },
  'src/worktree': {
    'package.json': '{"name": "carebench-monorepo"}',
    '.git': 'gitdir: /elsewhere',
    'carebench-1/test/tasks.json': secret,
    'benchmark-solvers/src/solve.ts': secret,
  },
  'mine/guarded': { 'benchmark.yaml': 'name: guarded', 'tasks/one.yaml': secret },
  'mine/results': { 'run.json': '{}', 'index.jsonl': '', 'trials/a/attempt.json': secret },
  'mine/data': { PG_VERSION: '17', 'base/1/1': secret },
  'mine/submodule/.git': { '': 'gitdir: ../../.git/modules/submodule' },
  'mine/record.json.gz': { '': secret },
  'mine/split/files.json.br': { '': secret },
  'carebench-fixtures-0.2.0.tgz': { '': secret },
}

/** Writes all of them, a link to one, and a package and a file that the agent may read. */
export function plantBenchmarks(folder: string): void {
  for (const [place, files] of Object.entries(plantedBenchmarks)) {
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, place, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
  }
  symlinkSync('src/worktree/carebench-1', join(folder, 'link'))
  mkdirSync(join(folder, 'node_modules', 'other'))
  writeFileSync(join(folder, 'node_modules', 'other', 'package.json'), '{"name": "other"}')
}
