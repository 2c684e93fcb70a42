import type { Exchange } from '../exchange/exchange.js'

const variables = [
  ['Bearer vk_[redacted]', 'Bearer $CAREBENCH_ORGANIZATION_KEY'],
  ['Bearer vop_[redacted]', 'Bearer $CAREBENCH_OPERATOR_KEY'],
  ['Bearer vrl_slv_[redacted]', 'Bearer $CAREBENCH_SOLVER_KEY'],
  ['Bearer vrl_run_[redacted]', 'Bearer $RUN_TOKEN'],
] as const

/**
 * Writes a shell script that sends the same requests. Keys are read from the same environment variables as the
 * command's. The user has to set `CAREBENCH_CA`, the certificate of the server, and `RUN_TOKEN`, the token of the run
 * that the script creates; ids in paths are those of the original run. Long bodies are truncated.
 */
export function curlScript(target: string, exchanges: readonly Exchange[]): string {
  return [
    '#!/bin/sh',
    `URL=${quote(target)}`,
    ...exchanges.flatMap(({ method, target: path, requestHeaders, requestBody, status, body, failure }) => [
      [
        'curl -sS --cacert "$CAREBENCH_CA"',
        `-X ${quote(method)}`,
        `"$URL"${quote(path)}`,
        ...Object.entries(requestHeaders).map(([name, value]) => `-H ${header(name, value)}`),
        ...(requestBody === null ? [] : [`--data-binary ${quote(requestBody)}`]),
      ].join(' '),
      `# was answered ${status ?? failure}: ${body.replaceAll(/\s+/g, ' ').slice(0, 160)}`,
    ]),
  ].join('\n')
}

/** Quotes a text as one word for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function header(name: string, value: string): string {
  const found = variables.find(([redacted]) => value === redacted)
  return found === undefined ? quote(`${name}: ${value}`) : `"${name}: ${found[1]}"`
}
