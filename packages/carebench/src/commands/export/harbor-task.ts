import type { BenchmarkDefinition } from '@carebench/protocol'
import { Cleaning } from '../../runner/exports/cleaning.js'
import { defaultMcpPrompt } from '../../runner/processes/mcp-agent.js'

/** The files of one task, by path below the output folder. */
export type HarborFiles = Readonly<Record<string, string>>

const port = 8080
const key = 'CAREBENCH_VERIFIER_KEY'
const defaultTimeout = 600

/**
 * Converts a benchmark task to a Harbor task (schema 1.4). The agent's container holds no carebench files. A second
 * container, `desk`, holds the task with its criteria, serves the tools over MCP without a token, and returns the
 * result to the verifier, which has a key.
 *
 * @param number - the number of the task in the benchmark, from 1; it keeps folder names unique
 * @param version - the version of the package that `desk` installs
 * @throws {RangeError} if the benchmark has no task with this number
 */
export function createHarborTask(definition: BenchmarkDefinition, number: number, version: string): HarborFiles {
  const task = definition.tasks[number - 1]
  if (task === undefined) throw new RangeError(`The benchmark has ${definition.tasks.length} tasks, got ${number}.`)
  const cleaning = new Cleaning({ redact: (text) => text, longest: 100_000 })
  const slug = `${String(number).padStart(3, '0')}-${toSlug(task.name)}`
  const { instruction } = task.task_item as { readonly instruction?: unknown }
  const timeout = task.timeout ?? definition.timeout ?? defaultTimeout
  const alone = { ...definition, tasks: [task] }
  const files = {
    'task.toml': taskToml({
      name: `carebench/${toSlug(definition.name)}--${slug}`,
      description: cleaning.text(task.name),
      benchmark: cleaning.text(definition.name),
      timeout,
    }),
    'instruction.md': [
      `${defaultMcpPrompt}\n`,
      `${cleaning.text(typeof instruction === 'string' ? instruction : task.name)}\n`,
    ].join('\n'),
    'environment/Dockerfile': 'FROM node:22-slim\nWORKDIR /app\n',
    'environment/docker-compose.yaml': compose,
    'environment/desk/Dockerfile': deskDockerfile(version),
    'environment/desk/benchmark.json': `${JSON.stringify(alone)}\n`,
    'tests/test.sh': testScript,
  }
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${slug}/${path}`, text]))
}

interface TaskFacts {
  readonly name: string
  readonly description: string
  readonly benchmark: string
  /** The timeout in seconds. */
  readonly timeout: number
}

/** Writes `task.toml`. TOML strings have the escapes of JSON; characters that TOML cannot escape are replaced first. */
function taskToml({ name, description, benchmark, timeout }: TaskFacts): string {
  const text = (value: string) => JSON.stringify(value)
  return `schema_version = "1.4"

[task]
name = ${text(name)}
description = ${text(description)}
keywords = ["healthcare", "mcp"]

[metadata]
benchmark = ${text(benchmark)}

[agent]
timeout_sec = ${(timeout + 60).toFixed(1)}

[verifier]
timeout_sec = 120.0

[verifier.env]
${key} = "\${${key}}"

[environment]
build_timeout_sec = 600.0
cpus = 1
memory_mb = 2048

[[environment.mcp_servers]]
name = "carebench"
transport = "streamable-http"
url = "http://desk:${port}/mcp"
`
}

/** Harbor merges it with its own file, which has the agent's service \`main\`. */
const compose = `services:
  main:
    depends_on:
      desk:
        condition: service_healthy
  desk:
    build:
      context: ./desk
    environment:
      ${key}: \${${key}:?set it to a random text of at least 16 characters}
    expose:
      - "${port}"
    healthcheck:
      test: ["CMD", "node", "-e", "fetch('http://127.0.0.1:${port}/health')\
.then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
      interval: 2s
      timeout: 5s
      retries: 30
      start_period: 30s
`

function deskDockerfile(version: string): string {
  const command = ['carebench', 'serve-task', '/desk/benchmark.json', '--host', '0.0.0.0', '--port', `${port}`]
  return `FROM node:22-slim
RUN npm install --global carebench@${version}
COPY benchmark.json /desk/benchmark.json
USER node
CMD ${JSON.stringify([...command, '--folder', '/tmp/results'])}
`
}

/** The agent could have written a reward, so any reward is removed first. Without a verdict, none is written. */
const testScript = `#!/bin/sh
set -eu
mkdir -p /logs/verifier
rm -f /logs/verifier/reward.txt /logs/verifier/reward.json
node --input-type=module -e "
const response = await fetch('http://desk:${port}/verify', {
  method: 'POST',
  headers: { authorization: 'Bearer ' + process.env.${key} },
})
const text = await response.text()
if (!response.ok) throw new Error(response.status + ' ' + text)
process.stdout.write(text)
" > /tmp/reward.json
mv /tmp/reward.json /logs/verifier/reward.json
`

/** Converts a name to lower-case letters, digits and single hyphens, as Harbor package names allow. */
function toSlug(name: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '')
  return slug === '' ? 'task' : slug
}
