/** Descriptions of the members of a lock that have cryptic names. */
const words: Readonly<Record<string, string>> = {
  base_url_host: 'host of the provider',
  cost: 'limit of the cost',
  files_sha256: 'its files',
  home_files: 'files in its home folder',
  isolation: 'process isolation',
  loop: 'version of the loop around the model',
  observation: 'limit of an observation',
  observe: 'what it sees of pages',
  pass_env: 'environment variables that it gets',
  playwright_mcp: 'version of @playwright/mcp',
  program_version: 'version of the program',
  prompt_sha256: 'system prompt',
  runner: 'version of the runner',
  sandbox: 'process isolation',
  sent: 'settings that were sent',
  sha256: 'recorded solutions',
  steps: 'limit of steps',
  timeout: 'time limit',
  tokens: 'limit of tokens',
  toolErrors: 'limit of failed calls',
  tool_errors: 'limit of failed calls',
  tool_set: 'choice of tools',
  tools: 'surface',
  trust_exit: 'trust in its exit code',
  url: 'address',
  variables: 'variables of its command',
}

/** Lists differing members of a lock in words: `identity/prompt_sha256` is the system prompt. */
export function explainDifferences(differs: readonly string[]): string {
  const names = differs.map((path) => path.slice(path.lastIndexOf('/') + 1))
  return [...new Set(names.map((name) => words[name] ?? name.replaceAll('_', ' ')))].join(', ')
}
