import { memberAt, type Turn, toNumber, toText } from '@carebench/server/dashboard/task'

/** Maximum number of lines read: the runner logs 10,000 calls, plus lines that count the calls it left out. */
const maxLines = 10_100

/**
 * Reads the calls through the proxy of a trial, for trials without a record and without messages.
 *
 * @param lines - the content of `calls.jsonl`; lines that are not JSON are skipped, such as one that is being written
 */
export function readProxiedCalls(lines: string): readonly Turn[] {
  return lines
    .split('\n', maxLines)
    .flatMap((line): readonly unknown[] => {
      try {
        return [JSON.parse(line)]
      } catch {
        return []
      }
    })
    .map((call, index) => {
      const status = toNumber(memberAt(call, 'status'))
      const request = `${toText(memberAt(call, 'method')) ?? '?'} /${toText(memberAt(call, 'path')) ?? ''}`
      return {
        number: index + 1,
        speaker: 'agent',
        at: toText(memberAt(call, 'at')),
        message: '',
        reasoning: '',
        calls: [
          {
            name: toText(memberAt(call, 'tool')) ?? request,
            arguments: undefined,
            response: null,
            status,
            isError: status !== null && status >= 400,
            pictures: [],
            step: null,
          },
        ],
        tokens: { input: null, output: null },
      }
    })
}
